import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FeedLinks } from '#app/features/feeds/feed-links.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction, noFields } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf } from '#app/http/managing.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { findConnection } from '#core/calendar/queries.ts'
import {
  removeVendorFeed,
  renewVendorFeed,
  saveVendorFeed,
} from '#core/feeds/commands/vendor-feed.ts'
import { feedAddress, findVendorFeed } from '#core/feeds/queries/links.ts'
import type { Route } from './+types/calendar-feed'

const here = '/dashboard/calendar/feed'

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const deps = depsOf(context)
  const [feed, connection] = await Promise.all([
    findVendorFeed(deps.db, vendor.id),
    findConnection(deps.db, vendor.id),
  ])
  return {
    isAtGoogle: connection !== null,
    name: vendor.name,
    feed: feed && { file: feedAddress(deps, feed.id), names: feed.names },
  }
}

export const headers = privateHeaders

const everyForm = {
  allow: manager,
  texts: 'calendar' as const,
  schema: () => noFields,
  refusals: {},
}

const save = formAction({
  ...everyForm,
  run: ({ deps, member: { userId, vendor }, text }) =>
    saveVendorFeed(deps.db, { userId, vendorId: vendor.id }, { names: text('names') === 'on' }),
  done: ({ deps, t }) => redirectWithToast(deps, here, { title: t('feed.saved') }),
})

const renew = formAction({
  ...everyForm,
  run: ({ deps, member: { userId, vendor } }) =>
    renewVendorFeed(deps.db, { userId, vendorId: vendor.id }),
  done: ({ deps, t }) =>
    redirectWithToast(deps, here, { title: t('feed.renewed'), text: t('feed.renewedText') }),
})

const remove = formAction({
  ...everyForm,
  run: ({ deps, member: { userId, vendor } }) =>
    removeVendorFeed(deps.db, { userId, vendorId: vendor.id }),
  done: ({ deps, t }) => redirectWithToast(deps, here, { title: t('feed.removed') }),
})

export const action = byIntent({ renew, remove }, save)

export const clientAction = keepForm

export default function CalendarFeed({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('calendar.feed')
  const c = useTranslations('calendar')
  const { name, feed, isAtGoogle } = loaderData
  const form = useForm(actionData)
  return (
    <>
      <SectionHeader
        title={t('title')}
        text={t('text')}
        back={{ to: '/dashboard/calendar', label: c('printing.back') }}
      />
      <div className="grid max-w-3xl gap-6 pb-12">
        {isAtGoogle && <Banner title={t('atGoogle')} text={t('atGoogleText')} />}
        <FormSummary form={form} />
        {feed && <FeedLinks file={feed.file} name={name} />}
        <Form method="post" className="grid justify-items-start gap-4">
          <CheckboxField
            {...form.field('names')}
            label={t('names')}
            description={t('namesText')}
            defaultChecked={feed?.names ?? false}
          />
          <Button
            variant={feed ? 'secondary' : 'primary'}
            pending={form.busy}
            pendingLabel={t('saving')}
          >
            {t(feed ? 'save' : 'make')}
          </Button>
        </Form>
        {feed && (
          <details className="border-t border-line pt-2">
            <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
              {t('problems')}
            </summary>
            <Form method="post" className="grid justify-items-start gap-3 pt-2">
              <p className="text-muted">{t('renewText')}</p>
              <div className="flex flex-wrap gap-3">
                <Button variant="secondary" name="intent" value="renew" pending={form.busy}>
                  {t('renew')}
                </Button>
                <Button variant="quiet" name="intent" value="remove" pending={form.busy}>
                  {t('remove')}
                </Button>
              </div>
            </Form>
          </details>
        )}
      </div>
    </>
  )
}
