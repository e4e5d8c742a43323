import Plus from 'lucide-react/icons/plus'
import { asksVendor } from '#core/bookings/rules/waiting.ts'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { iconButtonClasses } from '#app/ui/button-classes.ts'
import { holdsSeat } from '#core/bookings/rules/status.ts'
import { BookingRow } from './booking-row.tsx'
import { chosenForm } from './chosen-bar.tsx'
import { SessionMeter } from '#app/features/workspace/session-meter.tsx'
import { type BookingShown, paymentStep, purchaseRows, type Waiting } from './purchase-rows.ts'

type BookingListProps = {
  sessions: readonly (readonly BookingShown[])[]
  waiting: Waiting
  /** spots held for requests, by session */
  requested: Record<string, number>
  manages: boolean
  zone: string
  /** The URL of this list with its filters and its page, for returning to it. */
  here: string
  /** Whether a session stands once, with what concerns all of it; else as often as its bookings do not follow one another. */
  heads: boolean
  /** Whether what has ended is folded, where nothing is left to do: with its session if that leaves nobody. */
  folds: boolean
  /** In place of the sessions if all of them are folded. */
  nobody: ReactNode
  /** The question that was asked, and the spot it is about. */
  question: { spotId: string; panel: ReactNode } | null
}

/** The bookings, session by session. With very large text, one column, and no head that covers half of the screen. */
export function BookingList({
  sessions,
  waiting,
  requested,
  question,
  folds,
  nobody,
  heads,
  ...list
}: BookingListProps) {
  const firstOf = new Map<string, string>()
  for (const { purchaseId, id } of sessions.flat().filter(asksVendor))
    if (!firstOf.has(purchaseId)) firstOf.set(purchaseId, id)
  const shown = sessions.flatMap((spots, at) => {
    const [first] = spots
    if (!first) return []
    const rows = purchaseRows(spots).map((row) => {
      const isAsked = row.some(({ id }) => id === question?.spotId)
      return {
        isFolded: folds && !isAsked && !holdsSeat(row[0].status) && paymentStep(row) === null,
        element: (
          <BookingRow
            key={row[0].id}
            {...list}
            row={row}
            // The first waiting spot of a purchase answers for all of them.
            waiting={
              row.some(({ purchaseId, id }) => firstOf.get(purchaseId) === id)
                ? waiting.filter(({ purchaseId }) => purchaseId === row[0].purchaseId)
                : []
            }
            question={isAsked && question?.panel}
          />
        ),
      }
    })
    const folded = rows.filter(({ isFolded }) => isFolded)
    const open = rows.filter(({ isFolded }) => !isFolded)
    const isEmpty = open.length === 0
    const ended = <Rows>{folded.map(({ element }) => element)}</Rows>
    return {
      folded: isEmpty ? folded.length : 0,
      element: (
        <Session
          key={heads ? first.sessionId : `${first.sessionId} ${at}`}
          anchor={heads ? `session-${first.sessionId}` : undefined}
          of={first}
          requested={requested[first.sessionId] ?? 0}
          hasHeld={spots.some(({ status }) => holdsSeat(status))}
          {...list}
          manages={heads && list.manages}
        >
          {isEmpty ? (
            ended
          ) : (
            <>
              <Rows>{open.map(({ element }) => element)}</Rows>
              {folded.length > 0 && <Ended count={folded.length}>{ended}</Ended>}
            </>
          )}
        </Session>
      ),
    }
  })
  const empty = shown.filter(({ folded }) => folded > 0)
  return (
    <div className="@container grid gap-6 pb-6">
      {empty.length === shown.length
        ? nobody
        : shown.filter(({ folded }) => folded === 0).map(({ element }) => element)}
      {empty.length > 0 && (
        <Ended count={empty.reduce((sum, { folded }) => sum + folded, 0)}>
          <div className="grid gap-6">{empty.map(({ element }) => element)}</div>
        </Ended>
      )}
    </div>
  )
}

function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line">{children}</ul>
}

/** What nobody holds any more. */
function Ended({ count, children }: { count: number; children: ReactNode }) {
  const t = useTranslations('vendorBookings')
  return (
    <details>
      <summary className="flex min-h-11 items-center text-sm text-muted underline underline-offset-4">
        {t('noLongerBooked', { count })}
      </summary>
      {children}
    </details>
  )
}

/** A session with its spots in view while one reads its bookings. */
type SessionProps = Pick<BookingListProps, 'manages' | 'here'> & {
  anchor: string | undefined
  of: BookingShown
  requested: number
  /** whether somebody still holds one of the spots that are shown */
  hasHeld: boolean
  children: ReactNode
}

function Session({ anchor, of, requested, hasHeld, manages, here, children }: SessionProps) {
  const add = useTranslations('vendorBookings.add')
  const own = useTranslations('vendorBookings')
  const t = useTranslations('vendorClasses')
  const dayTime = useDayTime()
  const id = useId()
  const { maxStudents: capacity, currentStudents: taken } = of
  // A slot of a facility has one place, for a party.
  const isTakenSlot = of.party !== null && taken >= capacity
  return (
    <section aria-labelledby={id} id={anchor} className="scroll-mt-4">
      <div className="sticky top-0 z-10 flex min-h-11 items-center justify-between gap-x-3 border-b border-line bg-paper py-2 @max-3xs:static @max-3xs:flex-wrap">
        {manages && hasHeld && of.sessionStatus !== 'cancelled' && (
          <label className="grid size-11 shrink-0 cursor-pointer place-items-center">
            <input
              type="checkbox"
              form={chosenForm}
              name="session"
              value={of.sessionId}
              aria-label={own('choose.sessionFor', {
                session: `${dayTime(of)} · ${of.classTitle}`,
              })}
              title={own('choose.session')}
              className="size-5"
            />
          </label>
        )}
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-0.5 @max-3xs:order-last @max-3xs:basis-full">
          <h3 id={id} className="min-w-0 text-base wrap-anywhere">
            <Link
              to={`/dashboard/sessions/${of.sessionId}`}
              className="underline-offset-4 hover:underline"
            >
              <span className="sm:whitespace-nowrap">{dayTime(of)}</span>
              <span className="font-normal max-sm:block">
                <span className="max-sm:hidden"> · </span>
                <bdi>{of.classTitle}</bdi>
              </span>
            </Link>
          </h3>
          {of.sessionStatus === 'cancelled' ? (
            <span className="text-sm text-muted">{t('sessions.show.cancelled')}</span>
          ) : (
            <SessionMeter {...{ taken, capacity, requested }} isSlot={of.party !== null} />
          )}
        </div>
        {manages && of.sessionStatus !== 'cancelled' && !isTakenSlot && (
          <Link
            to={`/dashboard/bookings/new?session=${of.sessionId}&returnTo=${encodeURIComponent(here)}`}
            aria-label={add('openFor', { session: `${dayTime(of)} · ${of.classTitle}` })}
            className={iconButtonClasses}
          >
            <Plus aria-hidden="true" />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
