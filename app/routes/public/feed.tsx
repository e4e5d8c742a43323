import { data, Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { FeedLinks } from '#app/features/feeds/feed-links.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { formAction, noFields } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { notFound } from '#app/http/managing.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Button } from '#app/ui/button.tsx'
import { renewCustomerFeed } from '#core/feeds/commands/renew-customer-feed.ts'
import { feedAddress, feedIdIn, findFeed } from '#core/feeds/queries/links.ts'
import type { Route } from './+types/feed'

type Asked = Pick<Route.LoaderArgs, 'context'> & { params: { key?: string } }

/** The feed of a customer; a vendor's is shown in the workspace. */
async function findOpened({ params: { key = '' }, context }: Asked) {
  const deps = depsOf(context)
  const feedId = feedIdIn(deps.secretKeys, key)
  if (feedId === null) throw notFound()
  const feed = await findFeed(deps.db, feedId)
  if (feed === null) throw data(null, { status: 410 })
  if (feed.email === null) throw notFound()
  return feed
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { id, vendorName } = await findOpened({ params, context })
  const t = translator(readerLanguage(request), 'booking')
  return {
    name: vendorName,
    file: feedAddress(depsOf(context), id),
    title: titleOf(context, t('feed.title')),
  }
}

export const headers = privateHeaders

export const action = formAction({
  allow: async (asked) => ({ feed: await findOpened(asked) }),
  texts: 'booking',
  schema: () => noFields,
  run: ({ deps, feed, language, visitor }) =>
    renewCustomerFeed(deps, feed, { language, network: visitor.network }),
  refusals: {},
  // The page itself is gone with its address.
  done: ({ deps, t }) =>
    redirectWithToast(deps, '/my-spots', {
      title: t('feed.renewed'),
      text: t('feed.renewedText'),
      status: 303,
    }),
})

export const clientAction = keepForm

export default function FeedPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('booking.feed')
  const { name, file } = loaderData
  const form = useForm(actionData)
  return (
    <AuthPage title={t('title')} text={t('text', { name })}>
      <FormSummary form={form} />
      <FeedLinks file={file} name={name} />
      <details className="border-t border-line pt-2">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4">
          {t('problems')}
        </summary>
        <Form method="post" className="grid justify-items-start gap-3 pt-2">
          <p className="text-sm text-muted">{t('renewText')}</p>
          <Button variant="secondary" size="small" pending={form.busy} pendingLabel={t('renewing')}>
            {t('renew')}
          </Button>
        </Form>
      </details>
    </AuthPage>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return unlisted(loaderData?.title)
}
