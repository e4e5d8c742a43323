import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { StatusBadge, statusWord } from '#app/features/booking/status-badge.tsx'
import { SessionTime, useMomentText } from '#app/features/sessions/session-time.tsx'
import { Price, usePriceText } from '#app/locale/price.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Card } from '#app/ui/card.tsx'
import { holdsSeat, isPending } from '#core/bookings/rules/status.ts'
import { asksVendor } from '#core/bookings/rules/waiting.ts'
import { FactRow } from './fact-row.tsx'
import { mapUrl } from '#core/classes/rules.ts'
import { isLetGo, type ManagedPurchase, type ManagedSession, type ManagedSpot } from './managed.ts'

type CardProps = {
  session: ManagedSession
  business: string
  inBundle: boolean
  /** the page says above what and when it is */
  isSaid: boolean
  /** the heading says that it is booked */
  isBooked: boolean
  /** the reader may cancel it */
  isOpen: boolean
  /** the calendar of all bookings can be mailed */
  hasFeed: boolean
  /** the page asks for what is owed */
  paysByCard: boolean
}

/** One session of a purchase: what, when, where, and how each spot stands. */
export function ManagedSessionCard(card: CardProps) {
  const { session, business, inBundle, isSaid, isBooked, isOpen, hasFeed, paysByCard } = card
  const t = useTranslations('booking.manage')
  const f = useTranslations('booking.form')
  const p = useTranslations('bundles.pass')
  const momentOf = useMomentText()
  const priceText = usePriceText()
  const held = session.spots.filter(({ status }) => holdsSeat(status)).length
  // With several spots each has its number.
  const hasStatus = (!isBooked || session.spots.length > 1) && !session.spots.every(isLetGo)
  return (
    // The dates of a bundle share their title: the time tells them apart.
    <Card
      as="section"
      aria-labelledby={`session-${session.id} when-${session.id}`}
      className="grid gap-5"
    >
      <h2 id={`session-${session.id}`} className={isSaid ? 'sr-only' : 'text-xl'}>
        {session.classTitle}
      </h2>
      <dl className="grid gap-4">
        {!isSaid && (
          <FactRow name={t('when')}>
            <div id={`when-${session.id}`}>
              <SessionTime
                startsAt={session.startsAt}
                endsAt={session.endsAt}
                zone={session.timeZone}
                day
                zoneBeside
              />
            </div>
          </FactRow>
        )}
        <FactRow name={t('where')}>
          <Place session={session} />
        </FactRow>
        {hasStatus && (
          <FactRow name={t(session.spots.length > 1 ? 'spots' : 'status')}>
            <Spots session={session} business={business} />
          </FactRow>
        )}
        {session.party && (
          <FactRow name={t('people')}>{t('peopleCount', { n: session.party.people })}</FactRow>
        )}
        {session.party && session.party.extras.length > 0 && (
          <FactRow name={t('extras')}>
            <ul>
              {session.party.extras.map(({ id, name, amountMinor }) => (
                <li key={id} className="flex flex-wrap gap-x-3">
                  <bdi className="wrap-anywhere">{name}</bdi>
                  <span className="text-muted">
                    <Price minor={amountMinor} currency={session.currency} />
                  </span>
                </li>
              ))}
            </ul>
          </FactRow>
        )}
        {held > 0 && (
          <FactRow name={t(session.party?.extras.length ? 'total' : 'price')}>
            {inBundle && session.priceMinor === 0 ? (
              p('inBundle')
            ) : (
              <Price minor={session.priceMinor} currency={session.currency} />
            )}
            {session.paid && session.priceMinor > 0 && (
              <span className="text-muted"> · {t('paid')}</span>
            )}
            {session.owedMinor > 0 && (
              <span className="block text-base" suppressHydrationWarning>
                {t(paysByCard ? 'owedByCard' : 'owed', {
                  price: priceText(session.owedMinor, session.currency),
                  name: business,
                })}
              </span>
            )}
          </FactRow>
        )}
        {session.refundMinor > 0 && (
          <FactRow name={t('refund')}>
            <Price minor={session.refundMinor} currency={session.currency} />
            <span className="text-muted"> · {t('refundFrom', { name: business })}</span>
          </FactRow>
        )}
        <CardBack session={session} />
      </dl>
      {isOpen && session.freeUntil && (
        <p className="text-muted" suppressHydrationWarning>
          {f('freeUntil', { time: momentOf(session.freeUntil, session.timeZone) })}
        </p>
      )}
      {session.calendar && (
        <CalendarMenu
          links={session.calendar}
          primary={isSaid && waitsUntil(session) === null}
          hasFeed={hasFeed}
        />
      )}
      {session.over && <p className="text-muted">{t('sessionOver')}</p>}
    </Card>
  )
}

/** What goes back to the card by itself, or has gone. */
function CardBack({ session: { cardBack, currency } }: { session: ManagedSession }) {
  const t = useTranslations('booking.manage')
  return (['open', 'done'] as const).map((state) => {
    const minor = cardBack[`${state}Minor`]
    return (
      minor > 0 && (
        <FactRow key={state} name={t(`cardBack.${state}`)}>
          <Price minor={minor} currency={currency} />
          {state === 'open' && <span className="text-muted"> · {t('cardBack.openText')}</span>}
        </FactRow>
      )
    )
  })
}

function Place({ session }: { session: ManagedSession }) {
  const t = useTranslations('booking')
  if (session.joinUrl) {
    return (
      <a
        href={session.joinUrl}
        rel="noreferrer"
        // Its address is printed after it.
        className={buttonClasses({ variant: 'primary', className: 'print:inline-flex!' })}
      >
        {t('manage.join')}
      </a>
    )
  }
  if (session.online) return <span>{t('onlineLater')}</span>
  if (!session.location) return <span>—</span>
  return (
    <>
      <span dir="auto">{session.location}</span>{' '}
      <a
        href={mapUrl(session.location)}
        target="_blank"
        rel="noreferrer"
        className="no-print -my-2.5 inline-flex min-h-11 items-center text-base underline underline-offset-4"
      >
        {t('manage.map')}
      </a>
    </>
  )
}

/** When a request for spots of a session expires; null: none is waiting. */
const waitsUntil = ({ spots }: ManagedSession) =>
  spots.find((spot) => spot.expiresAt !== null && asksVendor(spot))?.expiresAt ?? null

function AnswerUntil({ at, zone }: { at: Date; zone: string }) {
  const t = useTranslations('booking.manage')
  const momentOf = useMomentText()
  return (
    <p className="text-base text-muted" suppressHydrationWarning>
      {t('answerUntil', { time: momentOf(at, zone) })}
    </p>
  )
}

function SpotNote({ spot, business }: { spot: ManagedSpot; business: string }) {
  const t = useTranslations('booking.manage')
  if (spot.status !== 'cancelled' || !spot.endedBy) return null
  return (
    <span className="text-base text-muted">
      {t(`endedBy.${spot.endedBy}`, { name: business })}
      {spot.late && ` (${t('late')})`}
    </span>
  )
}

type CalendarMenuProps = {
  links: { file: string; google: string; outlook: string }
  primary?: boolean
  hasFeed: boolean
}

function CalendarMenu({ links, primary = false, hasFeed }: CalendarMenuProps) {
  const t = useTranslations('booking.manage')
  const look = 'flex min-h-11 items-center px-1 underline underline-offset-4'
  return (
    <details className="group justify-self-start max-sm:w-full">
      <summary
        className={buttonClasses({
          variant: primary ? 'primary' : 'secondary',
          className: 'list-none max-sm:w-full [&::-webkit-details-marker]:hidden',
        })}
      >
        <CalendarPlus aria-hidden="true" />
        {t('calendar')}
      </summary>
      <ul className="pt-1">
        <li>
          {/* A file: the router has nothing to show for it. */}
          <a href={links.file} download className={look}>
            {t('calendarFile')}
          </a>
        </li>
        <li>
          <a href={links.google} target="_blank" rel="noreferrer" className={look}>
            {t('google')}
          </a>
        </li>
        <li>
          <a href={links.outlook} target="_blank" rel="noreferrer" className={look}>
            {t('outlook')}
          </a>
        </li>
        {hasFeed && (
          <li>
            <FeedAsk />
          </li>
        )}
      </ul>
    </details>
  )
}

/** Mails the address that keeps a calendar up to date; it shows more than this booking. */
function FeedAsk() {
  const t = useTranslations('booking.feed')
  return (
    <Form method="post">
      <button
        name="intent"
        value="feed"
        className="flex min-h-11 items-center px-1 text-start underline underline-offset-4"
      >
        {t('ask')}
      </button>
    </Form>
  )
}

type DatesProps = {
  purchase: ManagedPurchase
  /** no other button of the page is solid */
  solid: boolean
  hasFeed: boolean
}

/** The dates of a bundle as rows of one card. What they share is said once, above them. */
export function ManagedDates({
  purchase: { sessions, business, calendarFile },
  solid,
  hasFeed,
}: DatesProps) {
  const t = useTranslations('booking.manage')
  const b = useTranslations('booking')
  const p = useTranslations('bundles.pass')
  const [first] = sessions
  if (!first) return null
  const isSame = (of: (session: ManagedSession) => string) =>
    sessions.every((session) => of(session) === of(first))
  const samePlace = isSame(({ location, joinUrl, online }) => `${location} ${joinUrl} ${online}`)
  const [spot] = first.spots
  const shared =
    spot !== undefined &&
    holdsSeat(spot.status) &&
    sessions.every(
      ({ spots: [one, ...others] }) =>
        one && others.length === 0 && statusWord(one) === statusWord(spot),
    )
      ? spot
      : null
  const sameStatus = shared !== null
  const until = waitsUntil(first)
  const hasOneFile = sessions.filter(({ calendar }) => calendar).length > 1
  const isSolid = solid && first.joinUrl === null && sameStatus && !isPending(shared.status)
  return (
    <Card as="section" aria-labelledby="dates" flush>
      <div className="grid justify-items-start gap-2 px-4 pt-4 sm:px-6">
        <div>
          <h2 id="dates" className="text-xl">
            {first.classTitle}
          </h2>
          <p className="text-muted">{p('inBundle')}</p>
        </div>
        {samePlace && (
          <div>
            <Place session={first} />
          </div>
        )}
        {shared && <StatusBadge status={shared.status} label={b(`status.${statusWord(shared)}`)} />}
        {sameStatus && until && isSame((one) => String(waitsUntil(one))) && (
          <AnswerUntil at={until} zone={first.timeZone} />
        )}
        {hasOneFile && (
          <a
            href={calendarFile}
            download
            className={buttonClasses({
              variant: isSolid ? 'primary' : 'secondary',
              className: 'mt-1 max-sm:w-full',
            })}
          >
            <CalendarPlus aria-hidden="true" />
            {t('calendarAll')}
          </a>
        )}
        {hasOneFile && hasFeed && <FeedAsk />}
      </div>
      <ul className="mt-2 divide-y divide-line px-4 pb-2 sm:px-6">
        {sessions.map((session) => (
          <li key={session.id} className="grid gap-2 py-3">
            {session.classTitle !== first.classTitle && <p>{session.classTitle}</p>}
            <p className="font-medium">
              <SessionTime
                startsAt={session.startsAt}
                endsAt={session.endsAt}
                zone={session.timeZone}
                day
                zoneBeside
              />
            </p>
            {!samePlace && (
              <div>
                <Place session={session} />
              </div>
            )}
            {!sameStatus && <Spots session={session} business={business} />}
            {session.calendar && !hasOneFile && (
              <CalendarMenu links={session.calendar} hasFeed={hasFeed} />
            )}
            {session.over && <p className="text-muted">{t('sessionOver')}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Spots({ session, business }: { session: ManagedSession; business: string }) {
  const t = useTranslations('booking.manage')
  const b = useTranslations('booking')
  const until = waitsUntil(session)
  return (
    <div className="grid gap-2">
      <ul className="grid gap-2">
        {session.spots.map((spot, at) => (
          <li key={spot.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {session.spots.length > 1 && <span>{t('nthSpot', { n: at + 1 })}</span>}
            <StatusBadge status={spot.status} label={b(`status.${statusWord(spot)}`)} />
            <SpotNote spot={spot} business={business} />
          </li>
        ))}
      </ul>
      {until && <AnswerUntil at={until} zone={session.timeZone} />}
    </div>
  )
}
