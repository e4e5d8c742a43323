import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { ClassForm } from '#app/features/class-form/class-form.tsx'
import {
  type ClassValues,
  typedClass,
  withTimesChanged,
} from '#app/features/class-form/class-values.ts'
import {
  errorsIn,
  reachText,
  scheduleErrors,
  withoutDaysText,
} from '#app/features/workspace/class-answers.server.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { parseForm } from '#app/http/forms.ts'
import { managerOf, orNotFound } from '#app/http/managing.ts'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { editClass } from '#core/classes/commands/edit-class.ts'
import { findOwnClass, type OwnClassDetails } from '#core/classes/queries/own-classes.ts'
import { classSchema } from '#core/classes/schema.ts'
import { isId } from '#core/shared/ids.ts'
import { amountText } from '#core/shared/money.ts'
import type { Route } from './+types/class-edit'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const found = orNotFound(
    await findOwnClass(depsOf(context).db, { vendorId: vendor.id, classId: params.classId }),
  )
  return {
    title: found.title,
    booked: found.coming.booked,
    values: valuesOf(found),
    currency: vendor.currency,
    zone: vendor.time_zone,
  }
}

function valuesOf(found: OwnClassDetails): ClassValues {
  return {
    fields: {
      title: found.title,
      description: found.description,
      category: found.category,
      difficulty: found.difficulty,
      placeKind: found.online_url === null ? 'address' : 'online',
      location: found.location ?? '',
      onlineUrl: found.online_url ?? '',
      price: amountText({ minor: found.price_minor, currency: found.currency }),
      maxStudents: String(found.max_students),
      durationMinutes: String(found.duration_minutes),
      startDate: found.start_date,
      endDate: found.end_date ?? '',
      visibility: found.visibility,
      confirmationMode: found.confirmation_mode,
      confirmationTimeoutMinutes: String(found.confirmation_timeout_minutes),
      registrationClosedDate: found.registration_closed_date ?? '',
      closesMinutesBefore: String(found.closes_minutes_before),
    },
    times: found.times.map(({ id, weekday, startTime, everyWeeks, until }) => ({
      id,
      weekday: String(weekday),
      startTime,
      everyWeeks: String(everyWeeks),
      until: until ?? '',
    })),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { vendor } = managerOf(context)
  if (!isId(params.classId)) throw data(null, { status: 404 })
  const form = await formOf(request)
  const typed = typedClass(form)
  const changed = withTimesChanged(typed, form.get('intent'))
  if (changed) return data({ errors: {}, typed: changed })

  const parsed = parseForm(classSchema(vendor.currency), form)
  if (!parsed.ok) return data({ errors: errorsIn(parsed.result), typed }, { status: 400 })
  const { db } = depsOf(context)
  const owned = { vendorId: vendor.id, classId: params.classId }
  const edited = await editClass(db, vendor.id, params.classId, parsed.value, new Date())
  if (!edited.ok) {
    if (edited.reason === 'not_found') throw data(null, { status: 404 })
    if (edited.reason === 'would_remove')
      return data({ errors: {}, typed, removes: edited.sessions }, { status: 409 })
    return data(
      {
        errors: scheduleErrors(request, edited, { time: 'times', capacity: 'maxStudents' }),
        typed,
      },
      { status: 409 },
    )
  }
  const t = translator(readerLanguage(request), 'workspace')
  const more = [
    reachText(edited.told, t),
    edited.kept > 0 && t('form.kept', { count: edited.kept }),
    withoutDaysText(parsed.value.times, await findOwnClass(db, owned), t),
  ]
  const notice = noticeCookie({
    tone: 'good',
    title: t('form.saved'),
    text: more.filter(Boolean).join(' '),
  })
  return redirect('/dashboard/classes', { headers: { 'set-cookie': notice } })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function EditClass({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('workspace')
  const { title, booked, values, currency, zone } = loaderData
  return (
    <>
      <SectionHeader
        title={t('form.editTitle')}
        text={booked > 0 ? t('form.bookedAhead', { count: booked }) : title}
        back={{ to: '/dashboard/classes', label: t('classes.title') }}
      />
      <ClassForm
        values={values}
        answer={actionData}
        currency={currency}
        zone={zone}
        button={t('save')}
        pendingButton={t('saving')}
      />
    </>
  )
}
