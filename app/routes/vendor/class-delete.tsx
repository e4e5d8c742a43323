import { data, Form, redirect, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { reachText } from '#app/features/workspace/class-answers.server.ts'
import { type FormErrors, useFormErrors } from '#app/features/workspace/form-errors.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { managerOf, orNotFound } from '#app/http/managing.ts'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { archiveClass } from '#core/bookings/commands/archive-class.ts'
import { findOwnClass } from '#core/classes/queries/own-classes.ts'
import { countReach } from '#core/classes/queries/reach.ts'
import { isId } from '#core/shared/ids.ts'
import type { Route } from './+types/class-delete'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { title, coming } = orNotFound(
    await findOwnClass(depsOf(context).db, { vendorId: vendor.id, classId: params.classId }),
  )
  return { title, coming }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { vendor } = managerOf(context)
  if (!isId(params.classId)) throw data(null, { status: 404 })
  const chosen = (await formOf(request)).get('comingBookings')
  const choice = chosen === 'keep' || chosen === 'cancel' ? chosen : null
  const { db } = depsOf(context)
  const owned = { vendorId: vendor.id, classId: params.classId }
  // Asked before: cancelled spots no longer say whose they were.
  const reach = await countReach(db, { vendorId: vendor.id, of: { classId: params.classId } })
  const archived = await archiveClass(db, owned, choice, new Date())
  const t = translator(readerLanguage(request), 'workspace')
  if (!archived.ok) {
    if (archived.reason === 'not_found') throw data(null, { status: 404 })
    const errors: FormErrors = { comingBookings: [t('problems.chooseKeepOrCancel')] }
    return data({ errors, typed: null }, { status: 409 })
  }
  const text =
    choice === 'cancel'
      ? [t('delete.doneCancelled', { count: archived.cancelledBookings }), reachText(reach, t)]
          .filter(Boolean)
          .join(' ')
      : ''
  const kept =
    archived.keptSessions > 0 ? t('delete.doneKept', { count: archived.keptSessions }) : text
  const notice = noticeCookie({ tone: 'good', title: t('delete.done'), text: kept })
  return redirect('/dashboard/classes', { headers: { 'set-cookie': notice } })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function DeleteClass({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('workspace')
  const { title, coming } = loaderData
  const errors = useFormErrors(actionData)
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <SectionHeader
        title={t('delete.title', { title })}
        text={t('delete.text')}
        back={{ to: '/dashboard/classes', label: t('delete.back') }}
      />
      <Form method="post" className="grid max-w-2xl gap-5">
        <FormProblem {...errors.summary} />
        {coming.booked > 0 && (
          <RadioCards
            {...errors.field('comingBookings')}
            legend={t('delete.choice')}
            description={t('delete.coming', { bookings: coming.booked, sessions: coming.sessions })}
            required
            options={[
              { value: 'keep', title: t('delete.keep'), text: t('delete.keepText') },
              { value: 'cancel', title: t('delete.cancel'), text: t('delete.cancelText') },
            ]}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" pending={busy} pendingLabel={t('delete.pending')}>
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
