import { randomUUID } from 'node:crypto'
import { useTranslations } from 'use-intl'
import { noticeOffer, noticeRefusals } from '#app/features/class-form/notice-offer.server.ts'
import { FacilityForm } from '#app/features/facility-form/facility-form.tsx'
import { emptyFacility, withRowRemoved } from '#app/features/facility-form/facility-values.ts'
import {
  bookableBy,
  scheduleRefusals,
  namedDaysText,
} from '#app/features/workspace/class-answers.server.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { paysOffer } from '#app/features/class-form/pays-offer.server.ts'
import { formAction } from '#app/http/form-action.ts'
import { formMoney } from '#app/http/form-money.ts'
import { wrong } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf } from '#app/http/managing.ts'
import { readAgain } from '#app/http/read-again.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { createClass } from '#core/schedule/commands/create-class.ts'
import { noticeRefusal } from '#core/classes/queries/notice.ts'
import { facilitySchema } from '#core/classes/schema.ts'
import { todayIn } from '#core/shared/time.ts'
import type { Route } from './+types/facility-new'

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  return {
    values: {
      ...emptyFacility(todayIn(vendor.timeZone, new Date())),
      location: vendor.location ?? '',
    },
    formKey: randomUUID(),
    currency: vendor.currency,
    zone: vendor.timeZone,
    notice: await noticeOffer(depsOf(context), vendor.id),
    pays: await paysOffer(depsOf(context), vendor.id),
  }
}

export const action = formAction({
  allow: manager,
  texts: 'facilityForm',
  schema: (asked) => facilitySchema(formMoney(asked)),
  redraw: ({ typed, text }) => {
    const changed = withRowRemoved(typed, text('intent'))
    return changed && { typed: changed }
  },
  run: async ({ deps, member: { vendor }, form }) =>
    (await noticeRefusal(deps, { vendorId: vendor.id, classId: null }, form.noticeMinutes)) ??
    createClass(deps, vendor.id, form, new Date()),
  refusals: {
    ...scheduleRefusals({ time: 'hours', capacity: 'hours' }),
    ...noticeRefusals,
    currency_changed: wrong('price', 'currency_changed'),
  },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, member, form, result: { named }, language, t }) => {
    const w = translator(language, 'vendorClasses')
    const today = todayIn(member.vendor.timeZone, new Date())
    const by = bookableBy(form, today)
    const more = [
      by === 'noSessions' ? t('noHours') : w(`form.createdText.${by}`),
      namedDaysText(named, language),
    ]
    return redirectWithToast(deps, '/dashboard/classes', {
      title: t('created'),
      text: more.filter(Boolean).join(' '),
    })
  },
})

export const clientAction = keepForm
export const shouldRevalidate = readAgain

export default function NewFacility({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('facilityForm')
  const w = useTranslations('vendorClasses')
  return (
    <>
      <SectionHeader
        title={t('newTitle')}
        back={{ to: '/dashboard/classes', label: w('list.title') }}
      />
      <FacilityForm
        {...loaderData}
        answer={actionData}
        button={t('create')}
        pendingButton={w('form.creating')}
      />
    </>
  )
}
