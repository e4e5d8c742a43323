import { data, Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { formAction, noFields } from '#app/http/form-action.ts'
import { orNotFound } from '#app/http/managing.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Button } from '#app/ui/button.tsx'
import { endMail, resumeMail } from '#core/messages/commands/end-mail.ts'
import { findEnd, readUnsubscribe } from '#core/messages/queries/unsubscribe.ts'
import type { Route } from './+types/unsubscribe'

type Link = Pick<Route.LoaderArgs, 'context'> & { params: { key?: string } }

async function findOpened({ params: { key = '' }, context }: Link) {
  const { db, secretKeys } = depsOf(context)
  const end = readUnsubscribe(secretKeys, key)
  return end && findEnd(db, end)
}

/** Opening it changes nothing: mail scanners do it too. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = await findOpened({ params, context })
  return data(
    {
      title: titleOf(context, translator(readerLanguage(request), 'unsubscribe')('title')),
      end: found && { what: found.what, business: found.business, isOff: found.isOff },
    },
    { status: found ? 200 : 404 },
  )
}

export const headers = privateHeaders

/** Also what a mail program's own button asks, without a field of ours; then nobody reads the page. */
export const action = formAction({
  allow: async (link) => ({ end: orNotFound(await findOpened(link)) }),
  texts: 'unsubscribe',
  schema: () => noFields,
  run: ({ deps: { db }, end, text }) =>
    text('intent') === 'resume' ? resumeMail(db, end) : endMail(db, end),
  refusals: {},
  done: ({ text }) => ({ more: { isResumed: text('intent') === 'resume' } }),
})

// It works without a script, wherever a mail program opens it.
export const handle = { plain: true }

export default function Unsubscribe({ loaderData: { end }, actionData }: Route.ComponentProps) {
  const t = useTranslations('unsubscribe')
  const form = useForm(actionData)
  if (!end)
    return (
      <AuthPage title={t('wrong')} text={t('wrongText')}>
        {null}
      </AuthPage>
    )
  const { what, business, isOff } = end
  const isResumed = actionData?.more?.isResumed === true
  const title = isOff ? 'stopped' : isResumed ? 'resumed' : 'ask'
  return (
    <AuthPage
      title={t(`${what}.${title}`, { business })}
      text={isResumed ? undefined : t(`${what}.${isOff ? 'stoppedText' : 'askText'}`, { business })}
    >
      <FormSummary form={form} />
      <Form method="post">
        <input type="hidden" name="intent" value={isOff ? 'resume' : 'stop'} />
        <Button wide size="large" variant={isOff || isResumed ? 'secondary' : undefined}>
          {isOff ? t('undo') : t(`${what}.stop`)}
        </Button>
      </Form>
    </AuthPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
