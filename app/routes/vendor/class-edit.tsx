import { withUntold } from '#app/features/overview/unreached.server.ts'
import { redirect } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ClassForm } from '#app/features/class-form/class-form.tsx'
import { classFields } from '#app/features/class-form/class-fields.server.ts'
import { untilFields, withTimesChanged } from '#app/features/class-form/class-values.ts'
import {
  afterwards,
  reachText,
  reachTone,
  scheduleRefusals,
  namedDaysText,
  strandedText,
  withoutDaysText,
} from '#app/features/workspace/class-answers.server.ts'
import { ClassPicture } from '#app/features/pictures/class-picture.tsx'
import { ClassThumb } from '#app/features/pictures/class-thumb.tsx'
import { ClassHeader, editPath } from '#app/features/workspace/class-header.tsx'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import { noticeOffer, noticeRefusals } from '#app/features/class-form/notice-offer.server.ts'
import { paysOffer } from '#app/features/class-form/pays-offer.server.ts'
import { formAction } from '#app/http/form-action.ts'
import { wrong } from '#app/http/form-refusals.ts'
import { formMoney } from '#app/http/form-money.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, orNotFound } from '#app/http/managing.ts'
import { depsOf, pageLanguage } from '#app/http/request.ts'
import { readAgain } from '#app/http/read-again.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { Card } from '#app/ui/card.tsx'
import { listPicturesOfClasses } from '#core/pictures/queries.ts'
import { noticeRefusal } from '#core/classes/queries/notice.ts'
import { versionOf } from '#core/shared/version.ts'
import { editClass } from '#core/schedule/commands/edit-class.ts'
import { editFields, findOwnClass } from '#core/classes/queries/own-classes.ts'
import { listBundlesOfVendor } from '#core/passes/queries.ts'
import { classSchema } from '#core/classes/schema.ts'
import type { Route } from './+types/class-edit'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const found = orNotFound(
    await findOwnClass(depsOf(context).db, { vendorId: vendor.id, classId: params.classId }),
  )
  if (found.kind === 'facility') throw redirect(editPath(found))
  const bundles = await listBundlesOfVendor(depsOf(context).db, vendor.id)
  const pictures = await listPicturesOfClasses(depsOf(context).db, [found.id])
  return {
    picture: pictures.get(found.id) ?? null,
    bundles: bundles
      .filter(({ classId, isActive }) => classId === found.id && isActive)
      .map(({ name, bundlePriceMinor }) => ({ name, bundlePriceMinor })),
    of: { id: found.id, kind: found.kind, title: found.title, visibility: found.visibility },
    booked: found.upcoming.booked,
    values: {
      ...classFields(editFields(found), pageLanguage(request, context)),
      ...untilFields(found.times),
    },
    version: versionOf(editFields(found)),
    currency: vendor.currency,
    zone: vendor.timeZone,
    notice: await noticeOffer(depsOf(context), vendor.id),
    pays: await paysOffer(depsOf(context), vendor.id, found.pays),
  }
}

export const action = formAction({
  allow: manager,
  texts: 'vendorClasses',
  schema: (asked) => classSchema(formMoney(asked)),
  fields:
    ({ language }) =>
    (form) =>
      classFields(form, language),
  redraw: ({ typed, text }) => {
    const changed = withTimesChanged(typed, text('intent'))
    return changed && { typed: changed }
  },
  run: async ({ deps, member: { vendor }, id, form, version }) => {
    const of = { vendorId: vendor.id, classId: id('classId') }
    return (
      (await noticeRefusal(deps, of, form.noticeMinutes)) ??
      editClass(deps.db, vendor.id, of.classId, form, new Date(), version)
    )
  },
  refusals: {
    ...noticeRefusals,
    currency_changed: wrong('price', 'currency_changed'),
    ...scheduleRefusals({ time: 'times', capacity: 'maxStudents' }),
    bundle_dearer: ({ bundle }, language) => ({
      errors: { price: [translator(language, 'workspace')('problems.bundleDearer', { bundle })] },
    }),
    bundles_open: ({ customers }, language) => ({
      errors: {
        visibility: [
          translator(language, 'workspace')('problems.bundlesOpen', { count: customers }),
        ],
      },
    }),
    time_twice: wrong('times', 'time_twice'),
  },
  failures: ({ t }) => ({ failed: { title: t('form.failed') } }),
  done: async ({ deps, member, id, form, result, language, t }) => {
    const owned = { vendorId: member.vendor.id, classId: id('classId') }
    const more = [
      reachText(result.told, language),
      result.kept > 0 && t('form.kept', { count: result.kept }),
      namedDaysText(result.named, language),
      withoutDaysText(form.times, await findOwnClass(deps.db, owned), language),
      strandedText(result.stranded, language),
    ]
    const to = afterwards(result.stranded, owned.classId, '/dashboard/classes')
    return redirectWithToast(deps, withUntold(to, result.told, `class:${owned.classId}`), {
      tone: reachTone(result.told),
      title: t('form.saved'),
      text: more.filter(Boolean).join(' '),
    })
  },
})

export const clientAction = keepForm
export const shouldRevalidate = readAgain

export default function EditClass({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('workspace')
  const classTexts = useTranslations('vendorClasses')
  const bundleTexts = useTranslations('vendorBundles')
  const texts = useClassTexts()
  const language = useLocale()
  const { of, booked, bundles, picture, ...form } = loaderData
  const onSale = bundles.map(
    ({ name, bundlePriceMinor }) => `${name} (${texts.price(bundlePriceMinor, form.currency)})`,
  )
  return (
    <>
      <ClassHeader
        of={of}
        page="edit"
        name={classTexts('form.editTitle', { title: of.title })}
        manages
        actions={
          <a
            href="#picture"
            className="inline-flex min-h-11 items-center gap-3 rounded-control pe-3 text-sm font-medium hover:bg-sunken"
          >
            <ClassThumb
              of={{ id: of.id, picture }}
              sizes="5rem"
              className="aspect-3/2 w-16 rounded-control"
            />
            {picture ? classTexts('form.changePicture') : classTexts('form.addPicture')}
          </a>
        }
      />
      <div className="grid items-start gap-x-6 pt-5 xl:grid-cols-[minmax(0,48rem)_minmax(0,1fr)]">
        <div className="min-w-0">
          {booked > 0 && (
            <p className="mb-6 text-muted">{classTexts('form.bookedAhead', { count: booked })}</p>
          )}
          {onSale.length > 0 && (
            <p className="mb-6 text-muted wrap-anywhere">
              {bundleTexts('keepPrice', { bundles: onSale.join(', ') })}
            </p>
          )}
          <ClassForm {...form} answer={actionData} button={t('save')} pendingButton={t('saving')} />
          <Card as="section" id="picture" className="mb-12">
            <ClassPicture classId={of.id} picture={picture} answer={undefined} />
          </Card>
        </div>
        <aside className="sticky top-4 grid gap-2 max-xl:hidden" aria-hidden="true">
          <p className="text-sm text-muted">{classTexts('form.preview')}</p>
          {/* Only to look at: its links would leave the form. */}
          <iframe
            inert
            tabIndex={-1}
            loading="lazy"
            title={classTexts('form.preview')}
            src={`/embed/class/${of.id}?language=${language}`}
            className="h-[32rem] w-full rounded-card border border-line [mask-image:linear-gradient(black_80%,transparent)]"
          />
        </aside>
      </div>
    </>
  )
}
