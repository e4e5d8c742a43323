import { withUntold } from '#app/features/overview/unreached.server.ts'
import { useTranslations } from 'use-intl'
import { noticeOffer, noticeRefusals } from '#app/features/class-form/notice-offer.server.ts'
import { facilityFields, withTimesOf } from '#app/features/facility-form/facility-fields.server.ts'
import { withRowRemoved } from '#app/features/facility-form/facility-values.ts'
import { FacilityForm } from '#app/features/facility-form/facility-form.tsx'
import { ClassPicture } from '#app/features/pictures/class-picture.tsx'
import {
  afterwards,
  reachText,
  reachTone,
  scheduleRefusals,
  namedDaysText,
} from '#app/features/workspace/class-answers.server.ts'
import { ClassHeader } from '#app/features/workspace/class-header.tsx'
import { paysOffer } from '#app/features/class-form/pays-offer.server.ts'
import { formAction } from '#app/http/form-action.ts'
import { formMoney } from '#app/http/form-money.ts'
import { refusalsIn, wrong } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, orNotFound } from '#app/http/managing.ts'
import { readAgain } from '#app/http/read-again.ts'
import { depsOf, pageLanguage } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { Card } from '#app/ui/card.tsx'
import { versionOf } from '#core/shared/version.ts'
import { editClass } from '#core/schedule/commands/edit-class.ts'
import { noticeRefusal } from '#core/classes/queries/notice.ts'
import { editFields, findOwnClass } from '#core/classes/queries/own-classes.ts'
import { facilitySchema } from '#core/classes/schema.ts'
import { listPicturesOfClasses } from '#core/pictures/queries.ts'
import type { Route } from './+types/facility-edit'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { db } = depsOf(context)
  const own = { vendorId: vendor.id, classId: params.facilityId }
  const found = orNotFound(await findOwnClass(db, own))
  // A class has a form of its own.
  orNotFound(found.kind === 'facility' ? found : null)
  const pictures = await listPicturesOfClasses(db, [found.id])
  return {
    picture: pictures.get(found.id) ?? null,
    of: { id: found.id, kind: found.kind, title: found.title, visibility: found.visibility },
    booked: found.upcoming.booked,
    values: facilityFields(editFields(found), pageLanguage(request, context)),
    version: versionOf(editFields(found)),
    currency: vendor.currency,
    zone: vendor.timeZone,
    notice: await noticeOffer(depsOf(context), vendor.id),
    pays: await paysOffer(depsOf(context), vendor.id, found.pays),
  }
}

const { problem } = refusalsIn('facilityForm')

export const action = formAction({
  allow: manager,
  texts: 'facilityForm',
  schema: (asked) => facilitySchema(formMoney(asked)),
  redraw: ({ typed, text }) => {
    const changed = withRowRemoved(typed, text('intent'))
    return changed && { typed: changed }
  },
  fields:
    ({ language }) =>
    (form) =>
      facilityFields(form, language),
  run: async ({ deps, member: { vendor }, id, form, version }) => {
    const of = { vendorId: vendor.id, classId: id('facilityId') }
    const refused = await noticeRefusal(deps, of, form.noticeMinutes)
    if (refused) return refused
    const times = (await findOwnClass(deps.db, of))?.times ?? []
    return editClass(deps.db, vendor.id, of.classId, withTimesOf(form, times), new Date(), version)
  },
  refusals: {
    ...noticeRefusals,
    currency_changed: wrong('price', 'currency_changed'),
    ...scheduleRefusals({ time: 'hours', capacity: 'hours' }),
    time_twice: wrong('hours', 'time_twice'),
    // Nobody buys bundles of a facility.
    bundle_dearer: problem('failed'),
    bundles_open: problem('failed'),
  },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, id, result, language, t }) => {
    const c = translator(language, 'vendorClasses')
    const more = [
      reachText(result.told, language),
      result.kept > 0 && c('form.kept', { count: result.kept }),
      namedDaysText(result.named, language),
    ]
    return redirectWithToast(
      deps,
      withUntold(
        afterwards(result.stranded, id('facilityId'), '/dashboard/classes'),
        result.told,
        `class:${id('facilityId')}`,
      ),
      {
        tone: reachTone(result.told),
        title: t('saved'),
        text: more.filter(Boolean).join(' '),
      },
    )
  },
})

export const clientAction = keepForm
export const shouldRevalidate = readAgain

export default function EditFacility({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('facilityForm')
  const w = useTranslations('workspace')
  const { of, booked, picture, ...form } = loaderData
  return (
    <>
      <ClassHeader of={of} page="edit" name={t('editTitle', { title: of.title })} manages />
      <div className="pt-5">
        {booked > 0 && <p className="mb-6 text-muted">{t('bookedAhead', { count: booked })}</p>}
        <FacilityForm
          {...form}
          answer={actionData}
          button={w('save')}
          pendingButton={w('saving')}
        />
        <Card as="section" id="picture" className="mb-12 max-w-3xl">
          <ClassPicture classId={of.id} picture={picture} answer={undefined} />
        </Card>
      </div>
    </>
  )
}
