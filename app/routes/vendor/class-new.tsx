import { randomUUID } from 'node:crypto'
import { useTranslations } from 'use-intl'
import { ClassForm } from '#app/features/class-form/class-form.tsx'
import { ClassPreview } from '#app/features/class-form/class-preview.tsx'
import { emptyClass, withTimesChanged } from '#app/features/class-form/class-values.ts'
import {
  bookableBy,
  scheduleRefusals,
  namedDaysText,
  withoutDaysText,
} from '#app/features/workspace/class-answers.server.ts'
import { useTyped } from '#app/features/forms/use-typed.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { noticeOffer, noticeRefusals } from '#app/features/class-form/notice-offer.server.ts'
import { paysOffer } from '#app/features/class-form/pays-offer.server.ts'
import { formAction } from '#app/http/form-action.ts'
import { wrong } from '#app/http/form-refusals.ts'
import { formMoney } from '#app/http/form-money.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { readAgain } from '#app/http/read-again.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { noticeRefusal } from '#core/classes/queries/notice.ts'
import { findUsualCategory } from '#core/classes/queries/usual-category.ts'
import { createClass } from '#core/schedule/commands/create-class.ts'
import { findOwnClass } from '#core/classes/queries/own-classes.ts'
import { classSchema } from '#core/classes/schema.ts'
import { todayIn } from '#core/shared/time.ts'
import type { Route } from './+types/class-new'

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const category = await findUsualCategory(depsOf(context).db, vendor)
  return {
    values: {
      ...emptyClass(todayIn(vendor.timeZone, new Date())),
      ...(category && { category }),
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
  texts: 'vendorClasses',
  schema: (asked) => classSchema(formMoney(asked)),
  redraw: ({ typed, text }) => {
    const changed = withTimesChanged(typed, text('intent'))
    return changed && { typed: changed }
  },
  run: async ({ deps, member: { vendor }, form }) =>
    (await noticeRefusal(deps, { vendorId: vendor.id, classId: null }, form.noticeMinutes)) ??
    createClass(deps, vendor.id, form, new Date()),
  refusals: {
    ...scheduleRefusals({ time: 'times', capacity: 'maxStudents' }),
    ...noticeRefusals,
    currency_changed: wrong('price', 'currency_changed'),
  },
  failures: ({ t }) => ({ failed: { title: t('form.failed') } }),
  done: async ({ deps, member, form, result: { classId, named }, language, t }) => {
    const { id: vendorId, timeZone } = member.vendor
    const found = await findOwnClass(deps.db, { vendorId, classId })
    const today = todayIn(timeZone, new Date())
    const more = [
      withoutDaysText(form.times, found, language) ||
        t(`form.createdText.${bookableBy(form, today)}`),
      namedDaysText(named, language),
    ]
    return redirectWithToast(deps, '/dashboard/classes', {
      title: t('form.created'),
      text: more.filter(Boolean).join(' '),
    })
  },
})

export const clientAction = keepForm
export const shouldRevalidate = readAgain

export default function NewClass({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('vendorClasses')
  const { typed, ref, follow } = useTyped(loaderData.values)
  return (
    <>
      <SectionHeader
        title={t('form.newTitle')}
        back={{ to: '/dashboard/classes', label: t('list.title') }}
      />
      <div className="grid items-start gap-x-6 xl:grid-cols-[minmax(0,48rem)_minmax(0,1fr)]">
        <ClassForm
          {...loaderData}
          answer={actionData}
          button={t('form.create')}
          pendingButton={t('form.creating')}
          typed={{ ref, follow }}
        />
        <aside className="sticky top-4 grid gap-2 max-xl:hidden" aria-hidden="true">
          <p className="text-sm text-muted">{t('form.newPreview')}</p>
          <ClassPreview fields={typed} currency={loaderData.currency} />
        </aside>
      </div>
    </>
  )
}
