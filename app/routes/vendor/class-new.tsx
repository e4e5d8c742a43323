import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { ClassForm } from '#app/features/class-form/class-form.tsx'
import { emptyClass, typedClass, withTimesChanged } from '#app/features/class-form/class-values.ts'
import {
  errorsIn,
  scheduleErrors,
  withoutDaysText,
} from '#app/features/workspace/class-answers.server.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { parseForm } from '#app/http/forms.ts'
import { managerOf } from '#app/http/managing.ts'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { createClass } from '#core/classes/commands/create-class.ts'
import { findOwnClass } from '#core/classes/queries/own-classes.ts'
import { classSchema } from '#core/classes/schema.ts'
import { todayIn } from '#core/shared/time.ts'
import type { Route } from './+types/class-new'

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  return {
    values: emptyClass(todayIn(vendor.time_zone, new Date())),
    currency: vendor.currency,
    zone: vendor.time_zone,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { vendor } = managerOf(context)
  const form = await formOf(request)
  const typed = typedClass(form)
  const changed = withTimesChanged(typed, form.get('intent'))
  if (changed) return data({ errors: {}, typed: changed })

  const parsed = parseForm(classSchema(vendor.currency), form)
  if (!parsed.ok) return data({ errors: errorsIn(parsed.result), typed }, { status: 400 })
  const { db } = depsOf(context)
  const created = await createClass(db, vendor.id, parsed.value, new Date())
  if (!created.ok)
    return data(
      {
        errors: scheduleErrors(request, created, { time: 'times', capacity: 'maxStudents' }),
        typed,
      },
      { status: 409 },
    )
  const t = translator(readerLanguage(request), 'workspace')
  const found = await findOwnClass(db, { vendorId: vendor.id, classId: created.classId })
  const notice = noticeCookie({
    tone: 'good',
    title: t('form.created'),
    text: withoutDaysText(parsed.value.times, found, t) || t('form.createdText'),
  })
  return redirect('/dashboard/classes', { headers: { 'set-cookie': notice } })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function NewClass({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('workspace')
  return (
    <>
      <SectionHeader
        title={t('form.newTitle')}
        back={{ to: '/dashboard/classes', label: t('classes.title') }}
      />
      <ClassForm
        values={loaderData.values}
        answer={actionData}
        currency={loaderData.currency}
        zone={loaderData.zone}
        button={t('form.create')}
        pendingButton={t('form.creating')}
      />
    </>
  )
}
