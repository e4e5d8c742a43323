import { withUntold } from '#app/features/overview/unreached.server.ts'
import { Form, Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { z } from 'zod'
import { givenBackSentences } from '#app/features/workspace/reach-sentences.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { reachText } from '#app/features/workspace/class-answers.server.ts'
import { FirstOf } from '#app/features/workspace/first-of.tsx'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, orNotFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { type ArchiveChoice, archiveClass } from '#core/schedule/commands/archive-class.ts'
import { agreementTo } from '#core/classes/steps/agreement.ts'
import { findOwnClass, listOwnClasses } from '#core/classes/queries/own-classes.ts'
import { countReach, listSpotsHeld, sumGivenBack } from '#core/classes/queries/reach.ts'
import { archiveSchema } from '#core/schedule/schema.ts'
import { listBundlesHeld, listSoldPasses, type SoldPass } from '#core/passes/queries.ts'
import { isId } from '#core/shared/ids.ts'
import { formatMoney } from '#core/shared/money.ts'
import type { Route } from './+types/class-delete'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { db } = depsOf(context)
  // Before the numbers: what comes between the two is asked about.
  const of = isId(params.classId) ? { classId: params.classId } : null
  const spots = of ? await listSpotsHeld(db, of) : []
  const bundles = of ? await listBundlesHeld(db, of) : []
  const givenBack = of ? await sumGivenBack(db, { vendorId: vendor.id, of }) : []
  const { id, kind, title, upcoming } = orNotFound(
    await findOwnClass(db, { vendorId: vendor.id, classId: params.classId }),
  )
  const cancels = { bookings: upcoming.booked, sessions: upcoming.sessions }
  const others = (await listOwnClasses(db, vendor.id)).filter(
    (other) =>
      other.id !== id &&
      other.kind === 'class' &&
      other.visibility !== 'closed' &&
      other.upcoming.sessions > 0,
  )
  return {
    title,
    kind,
    upcoming: cancels,
    givenBack,
    agreement: agreementTo({ cancels, givenBack, bundles: bundles.length }, [...spots, ...bundles]),
    held: await listSoldPasses(db, { vendorId: vendor.id, classId: id, only: 'held' }),
    others: others.map((other) => ({ value: other.id, label: other.title })),
  }
}

/** What the form says becomes of the bookings and of the bundles. */
function choiceIn(form: z.output<typeof archiveSchema>): ArchiveChoice {
  const { upcomingBookings, bundles, toClass, agreed } = form
  if (bundles === 'refund') return { upcomingBookings, bundles: { to: 'refund' }, agreed }
  const isMoved = bundles === 'move' && isId(toClass)
  return { upcomingBookings, bundles: isMoved ? { to: 'class', classId: toClass } : null, agreed }
}

const { field, problem } = refusalsIn('workspace')

export const action = formAction({
  allow: manager,
  texts: 'vendorClasses',
  schema: () => archiveSchema,
  run: async ({ deps: { db }, member, id, form }) => {
    const owned = { vendorId: member.vendor.id, classId: id('classId') }
    // Asked before: cancelled spots no longer say whose they were.
    const reach = await countReach(db, { vendorId: owned.vendorId, of: { classId: owned.classId } })
    const kind = (await findOwnClass(db, owned))?.kind ?? 'class'
    const archived = await archiveClass(db, owned, choiceIn(form), new Date())
    return archived.ok ? { ...archived, reach, kind } : archived
  },
  refusals: {
    choose: field('upcomingBookings', 'problems.chooseKeepOrCancel'),
    choose_bundles: field('bundles', 'problems.chooseBundles'),
    no_sessions_there: field('bundles', 'problems.noSessionsThere'),
    not_agreed: problem('problems.bookingsChanged'),
  },
  failures: ({ t }) => ({ failed: { title: t('delete.failed') } }),
  done: ({ deps, id, form, result, language, t }) => {
    const cancelled = [
      t('delete.doneCancelled', { count: result.cancelledBookings }),
      reachText(result.reach, language),
    ]
    const text = form.upcomingBookings === 'cancel' ? cancelled.filter(Boolean).join(' ') : ''
    const kept = result.keptSessions
    const left = result.leftBundles
    const bundles =
      left > 0 && t('delete.doneBundles', { count: left, how: form.bundles ?? 'refund' })
    const said = [kept > 0 ? t('delete.doneKept', { count: kept }) : text, bundles]
    const to = withUntold('/dashboard/classes', result.reach, `class:${id('classId')}`)
    return redirectWithToast(deps, to, {
      title: t('delete.done', { kind: result.kind }),
      text: said.filter(Boolean).join(' '),
    })
  },
})

export const clientAction = keepForm

/** What has changed is seen at once: other bookings, other bundles. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate
}

export default function DeleteClass({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useTranslations('workspace')
  const classTexts = useTranslations('vendorClasses')
  const bookingTexts = useTranslations('vendorBookings')
  const ask = useTranslations('workspace.ask')
  const language = useLocale()
  const { title, kind, upcoming, givenBack, agreement, held, others } = loaderData
  const form = useForm(actionData, {
    labels: {
      upcomingBookings: classTexts('delete.choice'),
      bundles: classTexts('delete.bundles'),
    },
  })
  return (
    <>
      <SectionHeader
        title={classTexts('delete.title', { title })}
        text={classTexts('delete.text', { title })}
        back={{ to: '/dashboard/classes', label: classTexts('delete.back') }}
      />
      <Form method="post" className="grid max-w-3xl gap-5 pb-12">
        <FormSummary form={form} />
        {upcoming.bookings > 0 && (
          <RadioCards
            {...form.field('upcomingBookings')}
            legend={classTexts('delete.choice')}
            description={classTexts('delete.upcoming', upcoming)}
            required
            defaultValue={form.fields['upcomingBookings']}
            options={[
              {
                value: 'keep',
                title: classTexts('delete.keep'),
                text: classTexts('delete.keepText'),
              },
              {
                value: 'cancel',
                title: classTexts('delete.cancel'),
                text: [
                  classTexts('delete.cancelText'),
                  ...givenBackSentences(givenBack, ask, language),
                ].join(' '),
              },
            ]}
          />
        )}
        {(held.length > 0 || form.of('bundles')) && (
          <div className="group/bundles grid gap-5">
            {held.length > 0 && <HeldPasses passes={held} classId={params.classId} />}
            <RadioCards
              {...form.field('bundles')}
              legend={classTexts('delete.bundles')}
              description={classTexts('delete.bundlesText', { count: held[0]?.inAll ?? 0 })}
              required
              defaultValue={form.fields['bundles']}
              options={[
                ...(others.length > 0
                  ? [
                      {
                        value: 'move',
                        title: classTexts('delete.move'),
                        text: classTexts('delete.moveText'),
                      },
                    ]
                  : []),
                {
                  value: 'refund',
                  title: classTexts('delete.refund'),
                  text: classTexts('delete.refundText'),
                },
              ]}
            />
            {others.length > 0 && (
              <SelectField
                {...form.text('toClass')}
                label={classTexts('delete.toClass')}
                options={others}
                otherLabel={bookingTexts('list.otherClass')}
                className="group-[:not(:has(input[value=move]:checked))]/bundles:hidden"
              />
            )}
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            variant="danger"
            name="agreed"
            value={agreement}
            pending={form.busy}
            pendingLabel={classTexts('delete.pending')}
          >
            {classTexts('delete.button', { kind })}
          </Button>
          <LinkButton to="/dashboard/classes" variant="secondary">
            {t('keep')}
          </LinkButton>
        </div>
      </Form>
    </>
  )
}

/** Who still has sessions in a bundle; what can be done about each bundle is on their own page. */
function HeldPasses({ passes, classId }: { passes: readonly SoldPass[]; classId: string }) {
  const t = useTranslations('vendorClasses')
  const bundleTexts = useTranslations('vendorBundles')
  const language = useLocale()
  return (
    <section aria-labelledby="held" className="grid gap-1">
      <h3 id="held" className="text-lg">
        {t('delete.heldTitle')}
      </h3>
      <ul>
        {passes.map(({ passId, customerName, remaining, total, owedMinor, currency }) => (
          <li key={passId} className="wrap-anywhere">
            {t('delete.held', {
              name: customerName,
              n: remaining,
              total,
              owes: owedMinor > 0 ? 'customer' : owedMinor < 0 ? 'you' : 'nobody',
              price: formatMoney({ minor: Math.abs(owedMinor), currency }, language),
            })}
          </li>
        ))}
      </ul>
      <FirstOf n={passes.length} total={passes[0]?.inAll ?? 0} />
      <Link
        to={`/dashboard/classes/${classId}/bundles`}
        className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
      >
        {bundleTexts('all')}
      </Link>
    </section>
  )
}
