import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { insideWorkspace } from '#app/features/vendor-bookings/booking-actions.server.ts'
import { EraseForm } from '#app/features/vendor-bookings/erase-form.tsx'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, orNotFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { agreementToErase, eraseContact } from '#core/bookings/commands/erase-contact.ts'
import { findErasable } from '#core/bookings/queries/erasable.ts'
import type { Route } from './+types/booking-erase'
import { phoneText } from '#core/shared/phone-text.ts'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { db, origin } = depsOf(context)
  const person = orNotFound(
    await findErasable(db, { vendorId: vendor.id, bookingId: params.bookingId }),
  )
  const { name, names, addresses, bookings, upcoming, sessionsLeft } = person
  return {
    list: insideWorkspace(url.searchParams.get('returnTo') ?? '', origin),
    name,
    names,
    bookings,
    upcoming,
    sessionsLeft,
    contacts: addresses.map(phoneText),
    search: addresses[0] ?? name,
    agreed: agreementToErase(person),
  }
}

const { problem } = refusalsIn('vendorBookings')

export const action = formAction({
  allow: manager,
  texts: 'vendorBookings',
  schema: () => z.object({ agreed: z.string().max(100).catch('') }),
  run: ({ deps, member, id, form, t }) =>
    eraseContact(
      deps.db,
      { vendorId: member.vendor.id, userId: member.userId },
      { bookingId: id('bookingId'), agreed: form.agreed, replacement: t('erase.replacement') },
    ),
  refusals: {
    changed: problem('erase.changed'),
    has_upcoming: problem('erase.hasUpcoming'),
  },
  failures: ({ t }) => ({ failed: { title: t('erase.failed') } }),
  done: ({ deps, text, t, result: { bookings } }) =>
    redirectWithToast(deps, insideWorkspace(text('returnTo'), deps.origin), {
      title: t('erase.done'),
      text: t('erase.doneText', { count: bookings }),
    }),
})

export const clientAction = keepForm

/** After a refusal the page has to show the purchases that there are now. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate
}

export default function EraseContact({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('vendorBookings.erase')
  const w = useTranslations('vendorBookings')
  const form = useForm(actionData)
  return (
    <>
      <SectionHeader title={t('page')} back={{ to: loaderData.list, label: w('list.title') }} />
      <div className="grid max-w-2xl gap-4 pb-12">
        <FormSummary form={form} />
        <EraseForm {...loaderData} />
      </div>
    </>
  )
}
