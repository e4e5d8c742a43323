import Eraser from 'lucide-react/icons/eraser'
import { asksVendor } from '#core/bookings/rules/waiting.ts'
import Trash from 'lucide-react/icons/trash-2'
import UserX from 'lucide-react/icons/user-x'
import type { ReactNode } from 'react'
import { Link, useFetcher } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import { instantText, useDayTime } from '#app/features/workspace/day-text.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import type {
  findOwnBooking,
  listMoveTargets,
  listWaitingSpots,
} from '#core/bookings/queries/own-bookings.ts'
import type { findRefused } from '#core/messages/queries/refused.ts'
import type { CardRow } from '#core/cards/queries.ts'
import type { NotedPayment } from '#core/bookings/queries/receipt.ts'
import { dateFormat } from '#core/shared/formats.ts'
import { formatMoney } from '#core/shared/money.ts'
import { moneyOf } from '#core/money/rules.ts'
import { usePartyText } from '#app/features/workspace/party-text.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import { MoneyText, State } from './booking-state.tsx'
import { CardPayments, NotedPayments } from './noted-payments.tsx'
import { PaidBy } from './paid-by.tsx'
import { PaymentButton } from './payment-button.tsx'
import { faceAddress } from './purchase-rows.ts'
import { refundAddress } from './row-menu.tsx'
import { ShownSpots } from './shown-spots.tsx'
import { isUsername, telegramLink } from '#core/telegram/rules.ts'

/** `phoneText`: the phone as people read it */
type Booking = NonNullable<Awaited<ReturnType<typeof findOwnBooking>>> & {
  phoneText: string | null
}
type Session = Awaited<ReturnType<typeof listMoveTargets>>[number]

type BookingSummaryProps = {
  booking: Booking
  /** its email address, which takes no mail */
  refused: Awaited<ReturnType<typeof findRefused>>
  /** null: it could not be read */
  session: Session | null
  zone: string
  /** the page's own address */
  here: string
  payments: readonly NotedPayment[]
  cardRows: readonly CardRow[]
  /** the buttons */
  children: ReactNode
}

/** Who has which spot, before anything is edited. */
export function BookingSummary({
  booking,
  refused,
  session,
  zone,
  here,
  payments,
  cardRows,
  children,
}: BookingSummaryProps) {
  const t = useTranslations('workspace')
  const bookingTexts = useTranslations('vendorBookings')
  const language = useLocale()
  const dayTime = useDayTime()
  const { customerName, customerPhone, phoneText, customerEmail, inPurchase } = booking
  const { customerTelegram, customerTelegramName, customerAddress } = booking
  const { notes } = booking
  const { accepted } = booking
  return (
    <Card as="section" aria-labelledby="who" className="grid gap-3">
      <div className="flex items-center gap-3">
        <Avatar
          name={customerName}
          src={customerTelegram === null ? null : faceAddress(booking.id)}
        />
        <div className="min-w-0">
          <h3 id="who" className="text-lg wrap-anywhere">
            <bdi>{customerName}</bdi>
          </h3>
          <p className="flex flex-wrap items-center gap-x-3 text-muted empty:hidden">
            {inPurchase.spots > 1 && (
              <span>
                {bookingTexts(booking.bundle ? 'list.sessionOf' : 'list.spotOf', inPurchase)}
              </span>
            )}
            <State row={booking} zone={zone} />
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
      <PartyFacts booking={booking} />
      <div className="flex flex-wrap gap-x-6">
        {phoneText !== null && <Contact href={`tel:${customerPhone}`} text={phoneText} />}
        {customerEmail !== null && (
          <Contact href={`mailto:${customerEmail}`} text={customerEmail} />
        )}
        {customerTelegramName !== null &&
          (isUsername(customerTelegramName) ? (
            <Contact href={telegramLink(customerTelegramName)} text={customerTelegramName} />
          ) : (
            <span className="inline-flex min-h-11 items-center" dir="auto">
              {customerTelegramName} (Telegram)
            </span>
          ))}
      </div>
      {refused && (
        <Banner
          tone="bad"
          title={bookingTexts('edit.refused', refused)}
          text={bookingTexts('edit.refusedText', { name: customerName })}
        />
      )}
      {customerTelegram !== null && customerAddress !== customerTelegram && (
        <p className="-mt-2 text-sm text-muted">{bookingTexts('edit.chatClosed')}</p>
      )}
      <Owed booking={booking} here={here} backMinor={backOf(cardRows)} />
      <NotedPayments payments={payments} />
      <CardPayments rows={cardRows} zone={zone} />
      {notes && (
        <p className="whitespace-pre-line wrap-anywhere">
          <bdi>{notes}</bdi>
        </p>
      )}
      {accepted.length > 0 && (
        <p className="wrap-anywhere">
          {bookingTexts('edit.accepted', { what: accepted.join(' ') })}
        </p>
      )}
      <p className="text-sm text-muted">
        {bookingTexts('edit.reference', { reference: booking.reference })} ·{' '}
        {bookingTexts('edit.booked', {
          source: booking.source,
          method: booking.bookingMethod ?? 'none',
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
  const t = useTranslations('vendorBookings.list')
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

type MoreActionsProps = Pick<AnswerOrCancelProps, 'booking' | 'here'> & {
  /** it can be given to another customer */
  mayGive: boolean
  /** something was paid by card, and may have gone back */
  hasCard: boolean
  hasReceipt: boolean
}

/** What is needed less often; what destroys something comes last. */
export function MoreActions({ booking, here, mayGive, hasCard, hasReceipt }: MoreActionsProps) {
  const t = useTranslations('vendorBookings.list')
  const own = useTranslations('vendorBookings')
  const { id, purchaseId, sessionId, contactId } = booking
  const returnTo = `returnTo=${encodeURIComponent(here)}`
  return (
    <>
      <LinkButton
        variant="secondary"
        size="small"
        to={`/dashboard/bookings/message?row=${purchaseId}.${sessionId}&${returnTo}`}
      >
        {own('selected.message')}
      </LinkButton>
      {hasCard && (
        <LinkButton variant="secondary" size="small" to={refundAddress(id, here)}>
          {own(Number(booking.cardMinor) > 0 ? 'refund.open' : 'refund.rows')}
        </LinkButton>
      )}
      {hasReceipt && (
        <LinkButton variant="secondary" size="small" to={`/dashboard/bookings/${id}/receipt`}>
          {own('pay.receipt')}
        </LinkButton>
      )}
      {mayGive && (
        <LinkButton
          variant="secondary"
          size="small"
          to={`/dashboard/bookings/${id}/give?${returnTo}`}
        >
          {own('give.open')}
        </LinkButton>
      )}
      <span className="ms-auto">
        <Menu iconOnly label={t('more', { name: booking.customerName })}>
          {contactId !== null && (
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

/** What has gone back to the card. */
const backOf = (rows: readonly CardRow[]) =>
  rows.reduce(
    (sum, { kind, state, amountMinor }) =>
      sum + (kind === 'refunded' && state === 'done' ? amountMinor : 0),
    0,
  )

type OwedProps = { booking: Booking; here: string; backMinor: number }

/** What is owed or to be given back, and one button that records all of it. */
function Owed({ booking, here, backMinor }: OwedProps) {
  const t = useTranslations('vendorBookings')
  const fetcher = useFetcher<NonNullable<AnyFormAnswer>>()
  const language = useLocale()
  const { bundle, currency } = booking
  const { giveBackMinor: _back, ...paying } = booking
  const owed =
    bundle !== null && bundle.owedMinor > 0
      ? formatMoney({ minor: bundle.owedMinor, currency }, language)
      : null
  const partText = usePartText(booking, backMinor)
  const mayPay = bundle === null ? moneyOf([booking])?.kind === 'due' : owed !== null
  const what = (
    <span className="wrap-anywhere">
      {owed === null
        ? (partText ?? <MoneyText row={[booking]} />)
        : t('list.bundleOwed', { price: owed })}
    </span>
  )
  const row = 'flex flex-wrap items-center gap-x-4 gap-y-2'
  if (!mayPay && owed === null && moneyOf([booking]) === null && !fetcher.data) return null
  if (!mayPay)
    return (
      <div className={row}>
        {what}
        {owed === null && <PaymentButton row={[booking]} returnTo={here} />}
        <ButtonTrouble answer={fetcher.data} />
      </div>
    )
  return (
    <fetcher.Form method="post" className={row}>
      <ShownSpots money={[{ ...paying, ...(bundle && { owedMinor: bundle.owedMinor }) }]} />
      {what}
      <span className="flex">
        <Button
          // A request is answered first.
          variant={asksVendor(booking) ? 'secondary' : 'primary'}
          size="small"
          name="intent"
          value="paid"
          className="rounded-e-none!"
          pending={fetcher.state !== 'idle'}
        >
          {owed === null ? t('edit.markPaid') : t('edit.markBundlePaid', { price: owed })}
        </Button>
        <PaidBy intent="paid" />
      </span>
      <ButtonTrouble answer={fetcher.data} />
    </fetcher.Form>
  )
}

/** What was paid, where less than the price is left of it and nothing else follows from that. */
function usePartText(booking: Booking, backMinor: number) {
  const t = useTranslations('vendorBookings.edit')
  const language = useLocale()
  const { bundle, state, owedMinor, giveBackMinor, paidMinor, priceMinor, currency } = booking
  const isSettled = Number(owedMinor) === 0 && Number(giveBackMinor) === 0
  if (bundle !== null || state !== 'paid' || !isSettled || Number(paidMinor) >= priceMinor)
    return null
  if (backMinor > 0)
    return t('paidAndBack', {
      paid: formatMoney({ minor: Number(paidMinor) + backMinor, currency }, language),
      back: formatMoney({ minor: backMinor, currency }, language),
    })
  return t('paidPart', {
    paid: formatMoney({ minor: Number(paidMinor), currency }, language),
    price: formatMoney({ minor: priceMinor, currency }, language),
  })
}

/** The party that booked, and what each extra costs. */
function PartyFacts({ booking }: { booking: Booking }) {
  const t = useTranslations('vendorBookings.party')
  const partyText = usePartyText()
  const language = useLocale()
  const { party, priceMinor, currency, customerGender: gender, customerBirthDate: born } = booking
  if (party === null) return null
  const facts = [
    { id: 'people', text: partyText({ ...party, extras: [] }) },
    { id: 'gender', text: gender && t('gender', { gender: t(`genders.${gender}`) }) },
    { id: 'born', text: born && t('birthDate', { date: dateOfBirth(born, language) }) },
    ...party.extras.map(({ id, name, amountMinor: minor }) => ({
      id,
      text: t('extra', { name, price: formatMoney({ minor, currency }, language) }),
    })),
    {
      id: 'total',
      text:
        party.extras.length > 0 &&
        t('total', { price: formatMoney({ minor: priceMinor, currency }, language) }),
    },
  ]
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-muted">
      {facts.map(
        ({ id, text }) =>
          text && (
            <li key={id} className="wrap-anywhere">
              <bdi>{text}</bdi>
            </li>
          ),
      )}
    </ul>
  )
}

const dateOfBirth = (day: string, language: string) =>
  dateFormat(language, { timeZone: 'UTC', dateStyle: 'medium' }).format(
    new Date(`${day}T00:00:00Z`),
  )
