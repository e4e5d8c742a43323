import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { reachText } from '#app/features/workspace/class-answers.server.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, orNotFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { archiveClass } from '#core/bookings/commands/archive-class.ts'
import { findOwnClass } from '#core/classes/queries/own-classes.ts'
import { countReach } from '#core/classes/queries/reach.ts'
import { archiveSchema } from '#core/classes/schema.ts'
import type { Route } from './+types/class-delete'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { title, coming } = orNotFound(
    await findOwnClass(depsOf(context).db, { vendorId: vendor.id, classId: params.classId }),
  )
  return { title, coming }
}

const { field } = refusalsIn('workspace')

export const action = formAction({
  allow: manager,
  texts: 'workspace',
  schema: () => archiveSchema,
  run: async ({ deps: { db }, member, id, form }) => {
    const owned = { vendorId: member.vendor.id, classId: id('classId') }
    // Asked before: cancelled spots no longer say whose they were.
    const reach = await countReach(db, { vendorId: owned.vendorId, of: { classId: owned.classId } })
    const archived = await archiveClass(db, owned, form.comingBookings, new Date())
    return archived.ok ? { ...archived, reach } : archived
  },
  refusals: { choose: field('comingBookings', 'problems.chooseKeepOrCancel') },
  failures: ({ t }) => ({ failed: { title: t('delete.failed') } }),
  done: ({ deps, form, result, t }) => {
    const cancelled = [
      t('delete.doneCancelled', { count: result.cancelledBookings }),
      reachText(result.reach, t),
    ]
    const text = form.comingBookings === 'cancel' ? cancelled.filter(Boolean).join(' ') : ''
    const kept = result.keptSessions
    return redirectWithToast(deps, '/dashboard/classes', {
      title: t('delete.done'),
      text: kept > 0 ? t('delete.doneKept', { count: kept }) : text,
    })
  },
})

export const clientAction = keepForm

export default function DeleteClass({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('workspace')
  const { title, coming } = loaderData
  const form = useForm(actionData, { labels: { comingBookings: t('delete.choice') } })
  return (
    <>
      <SectionHeader
        title={t('delete.title', { title })}
        text={t('delete.text')}
        back={{ to: '/dashboard/classes', label: t('delete.back') }}
      />
      <Form method="post" className="grid max-w-2xl gap-5">
        <FormSummary form={form} />
        {coming.booked > 0 && (
          <RadioCards
            {...form.field('comingBookings')}
            legend={t('delete.choice')}
            description={t('delete.coming', { bookings: coming.booked, sessions: coming.sessions })}
            required
            defaultValue={form.fields['comingBookings']}
            options={[
              { value: 'keep', title: t('delete.keep'), text: t('delete.keepText') },
              { value: 'cancel', title: t('delete.cancel'), text: t('delete.cancelText') },
            ]}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" pending={form.busy} pendingLabel={t('delete.pending')}>
            {t('delete.button')}
          </Button>
          <LinkButton to="/dashboard/classes" variant="secondary">
            {t('keep')}
          </LinkButton>
        </div>
      </Form>
    </>
  )
}
