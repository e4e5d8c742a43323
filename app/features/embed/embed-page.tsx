import { useLocale, useTranslations } from 'use-intl'
import { SessionDays } from '#app/features/sessions/session-days.tsx'
import { SessionTime } from '#app/features/sessions/session-time.tsx'
import { SpotsOf } from '#app/features/sessions/spots-of.tsx'
import { dayText, momentText } from '#app/locale/clock.ts'
import { Price } from '#app/locale/price.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { bookingPath, bookingPhase, isFull } from '#core/classes/rules.ts'
import type { ClassCard } from '#core/classes/queries/class-cards.ts'
import type { SessionCard } from '#core/classes/queries/public-sessions.ts'
import { FrameHeight } from './frame-height.tsx'

type Court = Pick<ClassCard, 'id' | 'title' | 'priceMinor' | 'currency' | 'registrationClosed'>

type EmbedPageProps = {
  name: string
  /** the whole page of what is shown here */
  pageUrl: string
  origin: string
  operatorName: string
  sessions: readonly SessionCard[]
  courts: readonly Court[]
  /** false: a list of one class says its name once */
  withTitles: boolean
  /** the vendor, where it takes no more online bookings: customers ask for a spot */
  asked: string | null
  registrationClosed: boolean
  zone: string
  now: Date
  nonce: string
}

/** A short list of upcoming sessions, framed on another site. Its links open in the whole window. */
export function EmbedPage({ name, pageUrl, operatorName, nonce, courts, ...list }: EmbedPageProps) {
  const t = useTranslations('embed')
  return (
    <>
      <main id="embed" className="mx-auto flow-root max-w-3xl px-4 py-3">
        <h1 className="mb-2 text-lg wrap-anywhere">
          <a
            href={pageUrl}
            target="_top"
            className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
          >
            <bdi>{name}</bdi>
          </a>
        </h1>
        {list.sessions.length + courts.length === 0 && (
          <EmptyState level={2} title={t('none')} text={t('noneText')} />
        )}
        {list.sessions.length > 0 && <Days {...list} />}
        {courts.length > 0 && <Courts courts={courts} origin={list.origin} asked={list.asked} />}
        <p className="mt-3 flex flex-wrap items-center justify-between gap-x-4 border-t border-line text-sm">
          <a
            href={pageUrl}
            target="_top"
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('all')}
          </a>
          <span className="text-muted">{t('by', { name: operatorName })}</span>
        </p>
      </main>
      <FrameHeight nonce={nonce} />
    </>
  )
}

/** Shown if the vendor or class no longer exists; styled to fit into the surrounding site. */
export function EmbedMissing({ nonce }: { nonce: string }) {
  const t = useTranslations('embed')
  return (
    <>
      <main id="embed" className="mx-auto flow-root max-w-3xl px-4 py-3">
        <h1 className="text-base font-normal text-muted">{t('missing')}</h1>
      </main>
      <FrameHeight nonce={nonce} />
    </>
  )
}

/** Their slots are too many to list: each leads to the page where they are booked. */
function Courts({ courts, origin, asked }: Pick<EmbedPageProps, 'courts' | 'origin' | 'asked'>) {
  const t = useTranslations('embed')
  return (
    <section className="mt-3">
      <h2 className="text-base font-medium">{t('courts')}</h2>
      <ul className="divide-y divide-line">
        {courts.map(({ id, title, priceMinor, currency, registrationClosed }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <p dir="auto" className="min-w-0 flex-[1_1_9rem] text-start font-medium wrap-anywhere">
              {title}
            </p>
            <p className="font-medium">
              <Price minor={priceMinor} currency={currency} />
            </p>
            {registrationClosed ? (
              <p className="text-muted">{t('closed')}</p>
            ) : (
              <a
                href={`${origin}${bookingPath({ kind: 'facility', id })}#book`}
                target="_top"
                aria-label={asked === null ? t('bookSlotOf', { title }) : undefined}
                className={buttonClasses({ size: 'small', variant: 'secondary' })}
              >
                {asked === null ? t('bookSlot') : t('askSlot', { name: asked })}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type DaysProps = Omit<EmbedPageProps, 'name' | 'pageUrl' | 'operatorName' | 'nonce' | 'courts'>

function Days({ sessions, zone, now, ...rest }: DaysProps) {
  return (
    <SessionDays
      {...{ sessions, zone, now }}
      level={2}
      className="gap-4"
      row={(session) => <Row key={session.id} session={session} now={now} {...rest} />}
    />
  )
}

type RowProps = Omit<DaysProps, 'sessions' | 'zone'> & { session: SessionCard }

function Row({ session, withTitles, ...rest }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-[1_1_9rem] gap-1">
        <p className="font-medium">
          <SessionTime
            startsAt={session.startsAt}
            endsAt={session.endsAt}
            zone={session.timeZone}
          />
        </p>
        {withTitles && (
          <p dir="auto" className="min-w-0 text-start wrap-anywhere">
            {session.classTitle}
          </p>
        )}
        <SpotsOf session={session} />
      </div>
      <p className="font-medium">
        <Price minor={session.priceMinor} currency={session.currency} />
      </p>
      <BookLink session={session} {...rest} />
    </li>
  )
}

function BookLink({
  session,
  origin,
  registrationClosed,
  now,
  asked,
}: Omit<RowProps, 'withTitles'>) {
  const t = useTranslations('embed')
  const language = useLocale()
  const phase = bookingPhase(session, now)
  const closed = registrationClosed || phase === 'closed'
  if (isFull(session) || closed)
    return <p className="text-muted">{t(isFull(session) ? 'full' : 'closed')}</p>
  if (phase === 'not_yet' && session.bookingOpensAt !== null)
    return (
      <p className="text-muted">
        {t('opens', { date: dayText(session.bookingOpensAt, session.timeZone, language) })}
      </p>
    )
  const when = momentText(session.startsAt, session.timeZone, language)
  return (
    <a
      href={`${origin}/book/class/${session.classId}?session=${session.id}#book`}
      target="_top"
      aria-label={
        asked === null
          ? t(session.isRequest ? 'requestAt' : 'bookAt', { title: session.classTitle, when })
          : t('askAt', { name: asked, title: session.classTitle, when })
      }
      className={buttonClasses({ size: 'small', variant: 'secondary' })}
    >
      {asked === null ? t(session.isRequest ? 'request' : 'book') : t('ask', { name: asked })}
    </a>
  )
}
