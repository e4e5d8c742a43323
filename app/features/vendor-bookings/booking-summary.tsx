import Eraser from 'lucide-react/icons/eraser'
import Trash from 'lucide-react/icons/trash-2'
import UserX from 'lucide-react/icons/user-x'
import type { ReactNode } from 'react'
import { Link, useFetcher } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import { instantText, useDayTime } from '#app/features/workspace/day-text.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import type {
  findOwnBooking,
  listMoveTargets,
  listWaitingSpots,
} from '#core/bookings/queries/own-bookings.ts'
import { conditionNames, conditionTexts } from '#core/classes/catalogue.ts'
import { formatMoney } from '#core/shared/money.ts'
import { holdsSeat, moneyOf, writtenNotes } from '#core/bookings/rules.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import { MoneyText, State } from './booking-state.tsx'
import { ShownSpots } from './shown-spots.tsx'

/** `phoneText`: the phone as people read it */
type Booking = NonNullable<Awaited<ReturnType<typeof findOwnBooking>>> & {
  phoneText: string | null
}
type Session = Awaited<ReturnType<typeof listMoveTargets>>[number]

type BookingSummaryProps = {
  booking: Booking
  /** null: it could not be read */
  session: Session | null
  zone: string
  /** the buttons */
  children: ReactNode
}

/** Who has which spot, before anything is edited. */
export function BookingSummary({ booking, session, zone, children }: BookingSummaryProps) {
  const t = useTranslations('workspace')
  const language = useLocale()
  const dayTime = useDayTime()
  const { customerName, customerPhone, phoneText, customerEmail, inPurchase, isFormers, owner } =
    booking
  const notes = writtenNotes(booking.notes)
  const accepted = conditionNames
    .filter((name) => booking.accepted.includes(name))
    .map((name) => conditionTexts[name].confirmed[language])
  return (
    <Card as="section" aria-labelledby="who" className="grid gap-3">
      <div className="flex items-center gap-3">
        <Avatar name={customerName} />
        <div className="min-w-0">
          <h3 id="who" className="text-lg wrap-anywhere">
            <bdi>{customerName}</bdi>
          </h3>
          <p className="flex flex-wrap items-center gap-x-3 text-muted">
            {inPurchase.spots > 1 && (
              <span>
                {t(booking.bundle ? 'bookings.sessionOf' : 'bookings.spotOf', inPurchase)}
              </span>
            )}
            <State row={booking} zone={zone} />
            <span>
              <MoneyText row={[booking]} />
            </span>
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="wrap-anywhere">
          <Link
            to={`/dashboard/sessions/${booking.sessionId}`}
            className="underline underline-offset-4"
          >
            {dayTime(booking)}
          </Link>
          {' · '}
          <bdi>{booking.classTitle}</bdi>
        </p>
        {session && (
          <SpotMeter
            taken={session.currentStudents}
            capacity={session.maxStudents}
            label={t('booked', { taken: session.currentStudents, capacity: session.maxStudents })}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-x-6">
        {phoneText !== null && <Contact href={`tel:${customerPhone}`} text={phoneText} />}
        {customerEmail !== null && (
          <Contact href={`mailto:${customerEmail}`} text={customerEmail} />
        )}
      </div>
      {booking.bundle !== null && booking.bundle.owedMinor > 0 && (
        <p className="wrap-anywhere">
          {t('bookings.bundleOwed', {
            price: formatMoney(
              { minor: booking.bundle.owedMinor, currency: booking.currency },
              language,
            ),
          })}
        </p>
      )}
      {notes && (
        <p className="whitespace-pre-line wrap-anywhere">
          <bdi>{notes}</bdi>
        </p>
      )}
      {isFormers && (
        <p className="wrap-anywhere">{t('overview.formerHolder', { name: owner.name })}</p>
      )}
      {accepted.length > 0 && (
        <p className="wrap-anywhere">{t('edit.accepted', { what: accepted.join(' ') })}</p>
      )}
      <p className="text-sm text-muted">
        {t('edit.reference', { reference: booking.reference })} ·{' '}
        {t('edit.booked', {
          source: booking.source,
          time: instantText(booking.bookedAt, zone, language),
        })}
      </p>
      <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
    </Card>
  )
}

function Contact({ href, text }: { href: string; text: string }) {
  return (
    <a
      href={href}
      dir="ltr"
      className="inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-4"
    >
      {text}
    </a>
  )
}

type AnswerOrCancelProps = {
  booking: Booking
  waiting: Awaited<ReturnType<typeof listWaitingSpots>>
  list: string
  here: string
}

export function AnswerOrCancel({ booking, waiting, list, here }: AnswerOrCancelProps) {
  const t = useTranslations('workspace.bookings')
  if (waiting.length > 0)
    return <AnswerButtons spots={waiting} name={booking.customerName} returnTo={list} here={here} />
  if (booking.status !== 'confirmed') return null
  return (
    <LinkButton
      variant="secondary"
      size="small"
      to={`${here}&ask=cancel&booking=${booking.id}#ask`}
    >
      {t('cancel')}
    </LinkButton>
  )
}

/** What is needed less often; what destroys something comes last. */
export function MoreActions({ booking, here }: Pick<AnswerOrCancelProps, 'booking' | 'here'>) {
  const t = useTranslations('workspace.bookings')
  const own = useTranslations('vendorBookings')
  const { id, groupId, sessionId, isFormers, customerEmail, customerPhone } = booking
  const returnTo = `returnTo=${encodeURIComponent(here)}`
  const mayBlock = !isFormers && (customerEmail ?? customerPhone) !== null
  return (
    <>
      {!isFormers && (
        <LinkButton
          variant="secondary"
          size="small"
          to={`/dashboard/bookings/message?row=${groupId}.${sessionId}&${returnTo}`}
        >
          {own('selected.message')}
        </LinkButton>
      )}
      <span className="ms-auto">
        <Menu iconOnly label={t('more', { name: booking.customerName })}>
          {mayBlock && (
            <MenuLink to={`/dashboard/bookings/${id}/block?${returnTo}`}>
              <UserX aria-hidden="true" /> {own('block.open')}
            </MenuLink>
          )}
          <MenuLink to={`${here}&ask=delete&booking=${id}#ask`} tone="bad">
            <Trash aria-hidden="true" /> {t('ask.deleteButton')}
          </MenuLink>
          <MenuLink to={`/dashboard/bookings/${id}/erase?${returnTo}`} tone="bad">
            <Eraser aria-hidden="true" /> {own('erase.open')}
          </MenuLink>
        </Menu>
      </span>
    </>
  )
}

/** Records the whole price as paid, where money may still come in. */
export function MarkPaid({ booking }: { booking: Booking }) {
  const t = useTranslations('workspace.edit')
  const fetcher = useFetcher<NonNullable<AnyFormAnswer>>()
  const language = useLocale()
  const { bundle, paymentStatus, currency } = booking
  const isOpen =
    bundle === null
      ? moneyOf([booking])?.kind === 'due'
      : bundle.owedMinor > 0 && paymentStatus !== 'paid'
  if (!isOpen) return null
  return (
    <fetcher.Form method="post">
      <ShownSpots
        spots={[
          {
            ...booking,
            isHeld: holdsSeat(booking.storedStatus),
            ...(bundle && { dueMinor: bundle.owedMinor }),
          },
        ]}
      />
      <Button
        variant="secondary"
        size="small"
        name="intent"
        value="paid"
        pending={fetcher.state !== 'idle'}
      >
        {bundle === null
          ? t('markPaid')
          : t('markBundlePaid', {
              price: formatMoney({ minor: bundle.owedMinor, currency }, language),
            })}
      </Button>
      <ButtonTrouble answer={fetcher.data} />
    </fetcher.Form>
  )
}
