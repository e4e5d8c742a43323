import { z } from 'zod'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { BlockForm } from '#app/features/vendor-bookings/block-form.tsx'
import { insideWorkspace } from '#app/features/vendor-bookings/booking-actions.server.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, orNotFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { agreementToCancel, blockContact } from '#core/bookings/commands/block-contact.ts'
import { findBlockable, listUpcomingOf } from '#core/bookings/queries/blocked.ts'
import type { Route } from './+types/booking-block'
import { phoneText } from '#core/shared/phone-text.ts'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { db, origin } = depsOf(context)
  const of = { vendorId: vendor.id, bookingId: params.bookingId }
  const { name, contactId, addresses } = orNotFound(await findBlockable(db, of))
  const upcoming = await listUpcomingOf(db, contactId)
  return {
    list: insideWorkspace(url.searchParams.get('returnTo') ?? '', origin),
    name,
    contacts: addresses.map(phoneText),
    upcoming: upcoming.length,
    cancels: agreementToCancel(upcoming),
  }
}

const { problem } = refusalsIn('vendorBookings')

export const action = formAction({
  allow: manager,
  texts: 'vendorBookings',
  schema: () => z.object({ cancels: z.string().max(200).optional() }),
  run: ({ deps, member, id, form }) =>
    blockContact(
      deps.db,
      { vendorId: member.vendor.id, userId: member.userId },
      { bookingId: id('bookingId'), cancels: form.cancels ?? null },
    ),
  refusals: { no_contact: problem('block.noContact'), changed: problem('block.changed') },
  failures: ({ t }) => ({ failed: { title: t('block.failed') } }),
  done: ({ deps, text, t, result: { name, cancelled } }) =>
    redirectWithToast(deps, insideWorkspace(text('returnTo'), deps.origin), {
      title: t('block.done', { name }),
      ...(cancelled > 0 && { text: t('block.doneCancelled', { count: cancelled }) }),
    }),
})

export const clientAction = keepForm

/** After "changed" the page has to name the bookings that there are now. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate
}

export default function BlockContact({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('vendorBookings.block')
  const w = useTranslations('vendorBookings')
  const form = useForm(actionData)
  return (
    <>
      <SectionHeader title={t('page')} back={{ to: loaderData.list, label: w('list.title') }} />
      <div className="grid max-w-3xl gap-4 pb-12">
        <FormSummary form={form} />
        {loaderData.contacts.length === 0 ? (
          <Banner tone="warn" title={t('noContact')} />
        ) : (
          <BlockForm {...loaderData} />
        )}
      </div>
    </>
  )
}
