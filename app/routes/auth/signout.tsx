import { redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { AutoSubmit } from '#app/features/accounts/auto-submit.tsx'
import { FormAnswer } from '#app/features/accounts/form-answer.tsx'
import { tellSignedOut } from '#app/features/accounts/signed-out.ts'
import { orNetworkProblem } from '#app/http/network.ts'
import { type Notice, noticeCookie } from '#app/http/notices.ts'
import { depsOf, readerLanguage, visitorOf } from '#app/http/request.ts'
import { clearedSession } from '#app/http/cookies.ts'
import { withCookies } from '#app/http/session.ts'
import { orUnexpected } from '#app/http/unexpected.ts'
import { textsOf } from '#app/locale/catalogue.ts'
import { translator } from '#app/locale/translate.ts'
import { WithTexts } from '#app/locale/with-texts.tsx'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Button } from '#app/ui/button.tsx'
import { signOut } from '#core/accounts/commands/sign-out.ts'
import type { Route } from './+types/signout'

export async function loader({ request, context }: Route.LoaderArgs) {
  const language = readerLanguage(request)
  const title = titleOf(context, translator(language, 'account')('signOut.title'))
  return { texts: textsOf(language, ['account']), title }
}

export async function action({ request, context }: Route.ActionArgs) {
  const deps = depsOf(context)
  const t = translator(readerLanguage(request), 'account')
  const leave = async (cookies: readonly string[], notice: Notice) =>
    redirect('/', {
      headers: withCookies([
        ...cookies,
        ...(await clearedSession(deps.origin)),
        noticeCookie(notice),
      ]),
    })
  const left = await orUnexpected(context, async () => {
    const { ok, cookies } = await signOut(deps, visitorOf(request, context))
    if (ok) return leave(cookies, { tone: 'neutral', title: t('signOut.done') })
    const message = t('signOut.failedBecause')
    return leave(cookies, {
      tone: 'bad',
      title: t('error'),
      text: t('signOut.failed', { message }),
    })
  })
  if (left instanceof Response) return left
  return leave([], { tone: 'bad', title: t('error'), text: t('signOut.unexpected') })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await orNetworkProblem(serverAction)
  } catch (left) {
    // First this tab shows what happened: the others would take the notice with them.
    if (left instanceof Response) setTimeout(tellSignedOut, 500)
    throw left
  }
}

export default function SignOut({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WithTexts texts={loaderData.texts}>
      <Leaving answer={actionData} />
    </WithTexts>
  )
}

/** Theme and language live in cookies as well and stay. */
function forgetAll() {
  localStorage.clear()
  sessionStorage.clear()
}

function Leaving({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const t = useTranslations('account')
  return (
    <AuthPage title={t('signOut.title')}>
      <FormAnswer title={t('error')} answer={answer} />
      <AutoSubmit stopped={answer !== undefined} loading={t('signOut.text')} before={forgetAll}>
        <Button wide size="large">
          {t('signOut.button')}
        </Button>
      </AutoSubmit>
    </AuthPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
