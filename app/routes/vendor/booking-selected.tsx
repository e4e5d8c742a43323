import { Form, useLocation, useNavigation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { withUntold } from '#app/features/overview/unreached.server.ts'
import { insideWorkspace } from '#app/features/vendor-bookings/booking-actions.server.ts'
import { MoneyText, State } from '#app/features/vendor-bookings/booking-state.tsx'
import { chosenIn } from '#app/features/vendor-bookings/chosen.server.ts'
import { PaidBy, paidBy } from '#app/features/vendor-bookings/paid-by.tsx'
import { fewNames } from '#app/features/vendor-bookings/few-names.ts'
import { paymentStep, purchaseRows } from '#app/features/vendor-bookings/purchase-rows.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { ShownSpots, shownSpotsIn } from '#app/features/vendor-bookings/shown-spots.tsx'
import { givenBackSentences, reachSentences } from '#app/features/workspace/reach-sentences.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction, noFields } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, notFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Question } from '#app/ui/question.tsx'
import { cancelMany, markManyPaid, resendLinks } from '#core/bookings/commands/change-many.ts'
import { listChosenBookings, listNames } from '#core/bookings/queries/own-bookings.ts'
import { maxChosen } from '#core/bookings/rules/list.ts'
import { holdsSeat, mayEnd } from '#core/bookings/rules/status.ts'
import { countReach, listUnreachable, sumGivenBack } from '#core/classes/queries/reach.ts'
import { isId } from '#core/shared/ids.ts'
import type { Route } from './+types/booking-selected'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { db, origin } = depsOf(context)
  const query = url.searchParams
  const found = await listChosenBookings(db, vendor.id, chosenIn(query))
  const spots = found.slice(0, maxChosen)
  const asks = query.get('ask') === 'cancel'
  const bookingIds = spots.map(({ id }) => id)
  return {
    list: insideWorkspace(query.get('returnTo') ?? '', origin),
    spots,
    isCut: found.length > maxChosen,
    reach: asks ? await countReach(db, { vendorId: vendor.id, of: { bookingIds } }) : null,
    givenBack: asks ? await sumGivenBack(db, { vendorId: vendor.id, of: { bookingIds } }) : [],
    zone: vendor.timeZone,
  }
}

export const action = formAction({
  allow: manager,
  texts: 'vendorBookings',
  schema: () => noFields,
  run: ({ deps, member, typed, text }) => {
    const shown = shownSpotsIn(typed)
    const isWhole = shown.every(({ bookingId, version }) => isId(bookingId) && version !== null)
    if (shown.length === 0 || shown.length > maxChosen || !isWhole) throw notFound()
    const vendorId = member.vendor.id
    const { intent, method } = paidBy(text('intent'))
    switch (intent) {
      case 'paid':
        return markManyPaid(deps.db, { vendorId, userId: member.userId }, shown, method)
      case 'cancel':
        return cancelMany(deps.db, vendorId, shown)
      case 'links':
        return resendLinks(deps.db, vendorId, shown)
      default:
        throw notFound()
    }
  },
  refusals: {},
  failures: ({ t }) => ({ failed: { title: t('selected.failed') } }),
  done: async ({ deps, member, typed, text, t, result: { changed, left } }) => {
    const { intent } = paidBy(text('intent'))
    const vendorId = member.vendor.id
    const shown = shownSpotsIn(typed).map(({ bookingId }) => bookingId)
    const bookingIds = intent === 'cancel' ? shown.filter((id) => !left.includes(id)) : []
    const untold = await listUnreachable(deps.db, { vendorId, bookingIds })
    const list = insideWorkspace(text('returnTo'), deps.origin)
    const to = withUntold(list, { unreached: untold.length }, `bookings:${untold.join(',')}`)
    const key = intent === 'paid' ? 'paid' : intent === 'cancel' ? 'cancelled' : 'links'
    const names = await listNames(deps.db, { vendorId, bookingIds: left })
    return redirectWithToast(deps, to, {
      tone: left.length > 0 ? 'neutral' : 'good',
      title: t(`selected.done.${key}`, { count: changed }),
      ...(left.length > 0 && {
        text: t('selected.left', { count: left.length, ...fewNames(names) }),
      }),
    })
  },
})

export const clientAction = keepForm

export default function SelectedBookings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('vendorBookings.selected')
  const w = useTranslations('workspace')
  const bookingTexts = useTranslations('vendorBookings')
  const ask = useTranslations('workspace.ask')
  const language = useLocale()
  const dayTime = useDayTime()
  const form = useForm(actionData)
  const busy = useNavigation().state !== 'idle'
  const { search } = useLocation()
  const { list, spots, isCut, reach, givenBack, zone } = loaderData
  const sessions = [...Map.groupBy(spots, ({ sessionId }) => sessionId).values()]
  const rows = sessions.flatMap(purchaseRows)
  const due = rows.filter((row) => paymentStep(row) === 'paid').flat()
  const open = spots.filter(({ status }) => mayEnd(status))
  const held = spots.filter(({ storedStatus }) => holdsSeat(storedStatus))
  const people = new Set(spots.map(({ purchaseId }) => purchaseId)).size
  const back = <input type="hidden" name="returnTo" value={list} />
  const here = `/dashboard/bookings/selected${search}`
  return (
    <>
      <SectionHeader
        title={t('title', { people, spots: spots.length })}
        back={{ to: list, label: bookingTexts('list.title') }}
      />
      <FormSummary form={form} className="mb-6" />
      {isCut && <Banner tone="warn" title={t('cut', { most: maxChosen })} className="mb-6" />}
      {spots.length === 0 ? (
        <EmptyState
          level={3}
          title={t('none')}
          text={t('noneText')}
          action={<LinkButton to={list}>{bookingTexts('list.title')}</LinkButton>}
        />
      ) : (
        <div className="grid max-w-3xl gap-6 pb-12">
          {reach && open.length > 0 ? (
            <Question
              level={3}
              title={t('cancelTitle', { people, spots: open.length })}
              text={[
                t('cancelText'),
                ...reachSentences(reach, ask),
                ...givenBackSentences(givenBack, ask, language),
              ]
                .filter(Boolean)
                .join(' ')}
              agree={{
                label: t('cancelButton', { count: open.length }),
                name: 'intent',
                value: 'cancel',
              }}
              back={{ to: here.replace('&ask=cancel', ''), label: w('keep') }}
            >
              {back}
              <ShownSpots spots={open} />
            </Question>
          ) : (
            <div className="flex flex-wrap gap-3">
              {due.length > 0 && (
                <Form method="post" className="flex">
                  {back}
                  <ShownSpots money={due.map(({ giveBackMinor: _back, ...spot }) => spot)} />
                  <Button
                    variant="secondary"
                    name="intent"
                    value="paid"
                    className="rounded-e-none!"
                    pending={busy}
                  >
                    {t('paid', { count: due.length })}
                  </Button>
                  <PaidBy intent="paid" />
                </Form>
              )}
              {held.length > 0 && (
                <LinkButton variant="secondary" to={`/dashboard/bookings/message${search}`}>
                  {t('message')}
                </LinkButton>
              )}
              {held.length > 0 && (
                <Form method="post">
                  {back}
                  <ShownSpots spots={held} />
                  <Button variant="secondary" name="intent" value="links" pending={busy}>
                    {t('links')}
                  </Button>
                </Form>
              )}
              {open.length > 0 && (
                <LinkButton variant="secondary" to={`${here}&ask=cancel`}>
                  {t('cancel', { count: open.length })}
                </LinkButton>
              )}
            </div>
          )}
          {sessions.map((of) => (
            <section key={of[0]?.sessionId} className="grid gap-1">
              <h3 className="text-base wrap-anywhere">
                {of[0] && dayTime(of[0])}
                <span className="font-normal">
                  {' · '}
                  <bdi>{of[0]?.classTitle}</bdi>
                </span>
              </h3>
              <ul className="divide-y divide-line border-y border-line">
                {purchaseRows(of).map((row) => (
                  <li
                    key={row[0].id}
                    className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-2"
                  >
                    <span className="min-w-0 wrap-anywhere">
                      <bdi className="font-medium">{row[0].customerName}</bdi>
                      {row.length > 1 && (
                        <span className="text-sm text-muted">
                          {' · '}
                          {w('spots', { count: row.length })}
                        </span>
                      )}
                    </span>
                    <span className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
                      <State row={row[0]} zone={zone} />
                      <span>
                        <MoneyText row={row} />
                      </span>
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </>
  )
}
