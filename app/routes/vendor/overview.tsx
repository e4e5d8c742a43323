import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { type ClassInBrief, ClassSummary } from '#app/features/overview/class-summary.tsx'
import {
  BookingFigures,
  type MoneySpan,
  MoneyTable,
  PaymentsFile,
} from '#app/features/overview/figures.tsx'
import { ConnectionLost } from '#app/features/overview/connection-lost.tsx'
import { FirstStepsCard } from '#app/features/overview/first-steps-card.tsx'
import { CourtDays } from '#app/features/overview/court-days.tsx'
import { NextDays } from '#app/features/overview/next-days.tsx'
import { OwedList } from '#app/features/overview/owed-list.tsx'
import { listOwed, type Owed } from '#app/features/overview/owed.server.ts'
import { LimitNotice } from '#app/features/subscription/limit-notice.tsx'
import { ConfirmAll } from '#app/features/vendor-bookings/answer-buttons.tsx'
import { RemindPart } from '#app/features/overview/remind-list.tsx'
import { listPeopleToRemind } from '#app/features/overview/remind.server.ts'
import { RequestList, spotsOf } from '#app/features/overview/request-list.tsx'
import { TodayList } from '#app/features/overview/today-list.tsx'
import { UnreachedPart } from '#app/features/overview/unreached-list.tsx'
import { unreachedOf } from '#app/features/overview/unreached.server.ts'
import { insideWorkspace } from '#app/features/vendor-bookings/booking-actions.server.ts'
import { calendarRange, firstWeekdayIn, nextDays } from '#app/features/calendar/calendar-range.ts'
import { dayText, useDayTime } from '#app/features/workspace/day-text.ts'
import { nextSession } from '#app/features/workspace/next-session.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction, noFields } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { isCalendarBroken } from '#core/calendar/queries.ts'
import { areCardsBroken } from '#core/cards/queries.ts'
import { hasStopped } from '#core/vendors/queries.ts'
import { isOwnBotRefused } from '#core/telegram/queries.ts'
import { findFirstSteps } from '#core/bookings/queries/first-steps.ts'
import { listWaitingRequests, listWhoComes } from '#core/bookings/queries/own-bookings.ts'
import { countNewBookings, listMoney, type Span } from '#core/bookings/queries/overview-figures.ts'
import { listOwnClasses } from '#core/classes/queries/own-classes.ts'
import { listSessionsBetween, listSessionsOfDay } from '#core/schedule/queries/own-sessions.ts'
import { isFreeSlot } from '#core/classes/rules.ts'
import { noteReminded } from '#core/messages/commands/note-reminded.ts'
import { tickOffMessages } from '#core/messages/commands/tick-off-messages.ts'
import { findUsage } from '#core/plans/queries.ts'
import { listUnreachedPeople } from '#core/messages/queries/unreached.ts'
import type { Db } from '#core/shared/db.ts'
import { formatMoney } from '#core/shared/money.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { addDays, addMinutes, type LocalDate, startOfDay, todayIn } from '#core/shared/time.ts'
import { hideFirstSteps } from '#core/vendors/commands/first-steps.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/overview'

const maxUnreachedShown = 100

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor, userId } = memberOf(context)
  const deps = depsOf(context)
  const vendorId = vendor.id
  const now = new Date()
  const zone = vendor.timeZone
  const date = todayIn(zone, now)
  const { first } = calendarRange('week', date, firstWeekdayIn(vendor.country))
  const ahead = nextDays(date)
  const week = { from: startOfDay(first, zone), to: startOfDay(addDays(first, 7), zone) }
  const manages = mayManage(vendor.role)
  const [sessions, requests, owed, classes, unreached, toRemind] = await Promise.all([
    listSessionsOfDay(deps.db, { vendorId, date }),
    listWaitingRequests(deps.db, vendorId),
    mayManage(vendor.role) ? listOwed(deps.db, { vendorId, date, zone }) : null,
    listOwnClasses(deps.db, vendorId),
    // Each comes with a link that moves and cancels.
    mayManage(vendor.role) ? listUnreachedPeople(deps.db, vendorId) : [],
    manages ? listPeopleToRemind(deps, { vendorId, zone, now }, userId) : [],
  ])
  const [ofDays, money, fresh, steps, usage, calendarBroken, cardsBroken, botRefused, stopped] =
    await Promise.all([
      listSessionsBetween(deps.db, { vendorId, from: ahead.first, to: ahead.last }),
      manages ? listMoneyOf(deps.db, { vendorId, week, ...monthsOf(date, zone) }) : null,
      countNewBookings(deps.db, { vendorId, since: addMinutes(now, -7 * 24 * 60) }),
      manages ? findFirstSteps(deps.db, vendorId) : null,
      manages && deps.settings.plans ? findUsage(deps, vendorId) : null,
      manages ? isCalendarBroken(deps.db, vendorId) : false,
      manages ? areCardsBroken(deps.db, vendorId) : false,
      manages ? isOwnBotRefused(deps.db, vendorId) : false,
      hasStopped(deps.db, { vendorId, userId }),
    ])
  const ofToday = { vendorId, sessionIds: sessions.map(({ id }) => id) }
  const comes = await listWhoComes(deps.db, ofToday)
  return {
    date,
    today: sessions
      .filter((session) => !isFreeSlot(session))
      .map((session) => ({
        ...session,
        comes: comes.filter(({ sessionId }) => sessionId === session.id),
      })),
    freeSlots: sessions.filter((session) => isFreeSlot(session) && !session.over).length,
    requests,
    owed,
    days: {
      first: date,
      sessions: ofDays.filter((session) => !isFreeSlot(session)),
      slots: ofDays.filter(({ isSlot }) => isSlot),
    },
    money,
    fresh,
    steps,
    usage,
    calendarBroken,
    cardsBroken,
    botRefused,
    stopped,
    pagePath: vendor.username === null ? null : `/${vendor.username}`,
    classes: classes.map(({ id, title, location, onlineUrl, priceMinor, currency, upcoming }) => ({
      id,
      title,
      location,
      onlineUrl,
      priceMinor,
      currency,
      upcoming,
    })),
    unreached: unreached
      .slice(0, maxUnreachedShown)
      .map((person) => unreachedOf(deps, person, userId)),
    toRemind,
    moreUnreached: Math.max(0, unreached.length - maxUnreachedShown),
    now,
    manages,
  }
}

/** A local month and the one before, as instants: on the 1st, the last month is still read. */
function monthsOf(date: LocalDate, zone: string): { month: Span; lastMonth: Span } {
  const first = `${date.slice(0, 7)}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const last = `${addDays(first, -1).slice(0, 7)}-01`
  const from = startOfDay(first, zone)
  return {
    month: { from, to: startOfDay(next, zone) },
    lastMonth: { from: startOfDay(last, zone), to: from },
  }
}

async function listMoneyOf(
  db: Db,
  { vendorId, week, month, lastMonth }: { vendorId: VendorId } & Record<MoneySpan, Span>,
) {
  const [ofWeek, ofMonth, ofLastMonth] = await Promise.all([
    listMoney(db, { vendorId, ...week }),
    listMoney(db, { vendorId, ...month }),
    listMoney(db, { vendorId, ...lastMonth }),
  ])
  return { week: ofWeek, month: ofMonth, lastMonth: ofLastMonth }
}

const hideSteps = formAction({
  allow: manager,
  texts: 'overview',
  schema: () => noFields,
  run: ({ deps, member }) => hideFirstSteps(deps.db, member.vendor.id),
  refusals: {},
  done: ({ deps, t }) => redirectWithToast(deps, '/dashboard', { title: t('steps.hidden') }),
})

const tick = formAction({
  allow: manager,
  texts: 'overview',
  schema: () => noFields,
  run: async ({ deps, member, typed }) => {
    const messageIds = (typed['messageId'] ?? []).filter(isId)
    const purchaseIds = (typed['purchaseId'] ?? []).filter(isId)
    const owned = { vendorId: member.vendor.id, messageIds, purchaseIds }
    const ticked = await tickOffMessages(deps.db, owned)
    return ticked ? { ok: true } : { ok: false, reason: 'not_found' as const }
  },
  refusals: {},
  done: ({ deps, text, t }) =>
    redirectWithToast(deps, insideWorkspace(text('returnTo') || '/dashboard', deps.origin), {
      title: t('ticked'),
    }),
})

const reminded = formAction({
  allow: manager,
  texts: 'overview',
  schema: () => noFields,
  run: async ({ deps, member, typed }) => {
    const bookingIds = (typed['bookingId'] ?? []).filter(isId)
    const noted = await noteReminded(deps.db, { vendorId: member.vendor.id, bookingIds })
    return noted ? { ok: true } : { ok: false, reason: 'not_found' as const }
  },
  refusals: {},
  done: ({ deps, t }) => redirectWithToast(deps, '/dashboard', { title: t('ticked') }),
})

export const action = byIntent({ hideSteps, reminded }, tick)

export const clientAction = keepForm

export default function Overview({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('workspace')
  const overview = useTranslations('overview')
  const a = useTranslations('attendance')
  const language = useLocale()
  const o = useTranslations('overview')
  const sumText = (sums: Owed['totals']) =>
    sums.map((sum) => formatMoney(sum, language)).join(' + ')
  const {
    date,
    today,
    freeSlots,
    requests,
    owed,
    classes,
    unreached,
    moreUnreached,
    toRemind,
    now,
    manages,
  } = loaderData
  const {
    days,
    money,
    fresh,
    steps,
    pagePath,
    usage,
    calendarBroken,
    cardsBroken,
    botRefused,
    stopped,
  } = loaderData
  const ahead = classes.reduce((sum, { upcoming }) => sum + upcoming.booked, 0)
  const showsMoney = money !== null && money.month.length + money.lastMonth.length > 0
  const showsBookings = fresh.booked > 0 || ahead > 0
  return (
    <>
      <SectionHeader title={t('tabs.overview')} hidden />
      {usage && <LimitNotice usage={usage} className="mb-6" />}
      {calendarBroken && <ConnectionLost of="calendar" className="mb-6" />}
      {cardsBroken && <ConnectionLost of="cards" className="mb-6" />}
      {stopped && <ConnectionLost of="stopped" className="mb-6" />}
      {botRefused && <ConnectionLost of="telegram" className="mb-6" />}
      {steps && (
        <div className="pb-10">
          <FirstStepsCard steps={steps} pagePath={pagePath} />
        </div>
      )}
      <div className="grid items-start gap-x-12 gap-y-10 pb-12 lg:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-10">
          {(classes.length > 0 || today.length > 0) && (
            <Part
              lead
              title={overview('today')}
              note={dayText(date, language)}
              action={
                today.length + freeSlots > 0 && (
                  <LinkButton to="/dashboard/today" size="small">
                    {a('open')}
                  </LinkButton>
                )
              }
            >
              {today.length > 0 ? (
                <TodayList sessions={today} manages={manages} />
              ) : (
                freeSlots === 0 && <FreeDay classes={classes} />
              )}
              {freeSlots > 0 && (
                <p className="text-muted">{overview('freeSlots', { count: freeSlots })}</p>
              )}
            </Part>
          )}
          {/* Right below today: who does not know of a change comes at the wrong time. */}
          <UnreachedPart people={unreached} more={moreUnreached} manages={manages} />
          <RemindPart people={toRemind} />
          {requests.length > 0 && (
            <Part
              title={overview('requests')}
              action={
                manages &&
                requests.length > 1 && (
                  <ConfirmAll spots={requests.flatMap(spotsOf)} returnTo="/dashboard" />
                )
              }
            >
              <RequestList requests={requests} now={now} manages={manages} />
            </Part>
          )}
          {owed && (
            <Part
              title={overview('owed')}
              text={[
                owed.totals.length > 0 && overview('owedSum', { sum: sumText(owed.totals) }),
                owed.refundTotals.length > 0 &&
                  overview('youOwe', { price: sumText(owed.refundTotals) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            >
              <OwedList {...owed} />
            </Part>
          )}
          {days.sessions.length + days.slots.length > 0 && (
            <Part title={o('days.title')}>
              {days.sessions.length > 0 && <NextDays {...days} />}
              {days.slots.length > 0 && <CourtDays slots={days.slots} />}
            </Part>
          )}
          {classes.length > 0 && (
            <div>
              <Disclosure onPhones title={overview('classes')}>
                <ClassSummary rows={classes} />
              </Disclosure>
            </div>
          )}
          {/* The first step says the same. */}
          {classes.length === 0 && !steps && (
            <Part title={overview('classes')}>
              <NoClasses manages={manages} />
            </Part>
          )}
        </div>
        {(showsMoney || showsBookings) && (
          <div className="max-lg:-mt-6">
            <Disclosure onPhones title={o('figures')}>
              {showsMoney && <MoneyTable {...money} />}
              {showsMoney && <PaymentsFile from={`${date.slice(0, 7)}-01`} to={date} />}
              {showsBookings && <BookingFigures {...fresh} ahead={ahead} />}
            </Disclosure>
          </div>
        )}
      </div>
    </>
  )
}

function FreeDay({ classes }: { classes: readonly ClassInBrief[] }) {
  const t = useTranslations('overview')
  const dayTime = useDayTime()
  const next = nextSession(classes)
  return (
    <p className="text-muted wrap-anywhere">
      {t('freeText')}{' '}
      {next &&
        t.rich('next', {
          when: dayTime(next),
          title: next.title,
          link: (title) => (
            <Link
              to={`/dashboard/classes/${next.classId}/sessions`}
              className="text-ink underline underline-offset-4"
            >
              <bdi>{title}</bdi>
            </Link>
          ),
        })}
    </p>
  )
}

function NoClasses({ manages }: { manages: boolean }) {
  const t = useTranslations('vendorClasses')
  const overview = useTranslations('overview')
  const add = manages && <LinkButton to="/dashboard/classes/new">{t('list.add')}</LinkButton>
  return (
    <EmptyState level={3} title={overview('empty')} text={overview('emptyText')} action={add} />
  )
}

type PartProps = {
  title: string
  /** behind the title */
  note?: string
  /** the first of the page, which has no other title */
  lead?: boolean
  text?: string
  action?: ReactNode
  children: ReactNode
}

function Part({ title, note, lead, text, action, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <h3 id={id} className={lead ? 'text-xl' : 'text-lg'}>
            {title}
            {note && <span className="font-normal text-muted"> · {note}</span>}
          </h3>
          {text && <p className="text-muted">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
