import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { usePartyText } from '#app/features/workspace/party-text.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { iconButtonClasses } from '#app/ui/button-classes.ts'
import { cx } from '#app/ui/cx.ts'
import { holdsSeat } from '#core/bookings/rules/status.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import { MoneyText, State } from './booking-state.tsx'
import { chosenForm } from './chosen-bar.tsx'
import { PaymentButton } from './payment-button.tsx'
import {
  type BookingShown,
  faceAddress,
  paymentStep,
  type PurchaseRow,
  type Waiting,
} from './purchase-rows.ts'
import { editAddress, RowMenu } from './row-menu.tsx'
import { isUsername, telegramLink } from '#core/telegram/rules.ts'

type BookingRowProps = {
  row: PurchaseRow
  /** what this row answers for */
  waiting: Waiting
  manages: boolean
  zone: string
  here: string
  question: ReactNode
}

/** Somebody's spots in a session on one line: who, in what state, what is due, and how to call. */
export function BookingRow({ row, waiting, manages, zone, here, question }: BookingRowProps) {
  const t = useTranslations('workspace')
  const overview = useTranslations('overview')
  const own = useTranslations('vendorBookings')
  const partyText = usePartyText()
  const [first] = row
  const isOver = !holdsSeat(first.status)
  // What has ended, with nothing to pay, has nothing that several rows could share.
  const isChoosable = manages && (!isOver || paymentStep(row) === 'paid')
  const notes = [...new Set(row.map((spot) => spot.notes))].filter(Boolean)
  const returnTo = `${here}#booking-${first.id}`
  const more = row.length > 1 && t('spots', { count: row.length })
  const asksForAnswer = manages && waiting.length > 0
  const takesMoney = manages && !asksForAnswer
  return (
    <li id={`booking-${first.id}`} className="scroll-mt-[30vh]">
      <div className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-1 md:min-h-14 md:grid-cols-[auto_minmax(0,1fr)_6.5rem_11.5rem_5.75rem] lg:grid-cols-[auto_minmax(0,1fr)_13.5rem_7rem_11.5rem_auto] @max-3xs:grid-cols-[minmax(0,1fr)_auto]">
        <span className="flex items-center gap-2">
          {manages && !isChoosable && <span className="size-11" />}
          {isChoosable && (
            <label className="grid size-11 cursor-pointer place-items-center">
              <input
                type="checkbox"
                form={chosenForm}
                name="row"
                data-held={isOver ? undefined : ''}
                value={`${first.purchaseId}.${first.sessionId}`}
                aria-label={own('choose.row', { name: first.customerName })}
                className="size-5"
              />
            </label>
          )}
          <Avatar
            name={first.customerName}
            src={manages && first.customerTelegram !== null ? faceAddress(first.id) : null}
            size="small"
            className={cx('@max-3xs:hidden', isOver && 'border-line! bg-sunken! text-muted!')}
          />
        </span>
        <div className="min-w-0 md:flex md:flex-wrap md:items-baseline md:gap-x-3 @max-3xs:col-span-2 @max-3xs:row-start-2">
          <p className={cx('wrap-anywhere', isOver && 'text-muted')}>
            <Name row={first} to={manages ? editAddress(first.id, returnTo) : null} />
            {more && <span className="text-sm whitespace-nowrap text-muted"> · {more}</span>}
          </p>
          {/* No paragraph: it would end before the form of a button. */}
          <div className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
            <State row={first} zone={zone} />
            <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 md:hidden">
              <MoneyText row={row} />
              {takesMoney && <PaymentButton row={row} returnTo={returnTo} />}
            </span>
          </div>
          {first.party && (
            <p className="basis-full text-sm wrap-anywhere text-muted">
              <bdi>{partyText(first.party)}</bdi>
            </p>
          )}
          {notes.map((note) => (
            <p key={note} className="line-clamp-2 basis-full text-sm wrap-anywhere">
              <bdi>{note}</bdi>
            </p>
          ))}
        </div>
        <Contact of={first} />
        {!asksForAnswer && (
          <span className="text-end text-sm whitespace-nowrap text-muted max-md:hidden">
            <MoneyText row={row} />
          </span>
        )}
        {asksForAnswer ? (
          <div className="col-span-2 max-md:col-start-2 max-md:row-start-2 max-md:pt-2 max-md:pb-2 md:justify-self-end @max-3xs:col-start-1 @max-3xs:row-start-3">
            <AnswerButtons
              spots={waiting}
              name={first.customerName}
              returnTo={returnTo}
              here={here}
            />
          </div>
        ) : (
          <span className="justify-self-end max-md:hidden">
            {manages && <PaymentButton row={row} returnTo={returnTo} />}
          </span>
        )}
        <div className="flex items-center justify-end gap-1">
          {first.customerPhone !== null && (
            <a
              href={`tel:${first.customerPhone}`}
              aria-label={overview('contact', {
                way: overview('call'),
                name: first.customerName,
              })}
              className={cx(iconButtonClasses, 'max-md:hidden lg:hidden')}
            >
              <Phone aria-hidden="true" />
            </a>
          )}
          <RowMenu row={row} manages={manages} zone={zone} here={here} />
        </div>
      </div>
      {question}
    </li>
  )
}

function Name({ row, to }: { row: BookingShown; to: string | null }) {
  const name = <bdi>{row.customerName}</bdi>
  if (to === null) return <span className="font-medium">{name}</span>
  return (
    <Link to={to} className="font-medium underline-offset-4 hover:underline">
      {name}
    </Link>
  )
}

/** On a wide screen the contact is read, not only pressed. */
function Contact({
  of: { customerPhone, phoneText, customerEmail, customerTelegramName },
}: {
  of: BookingShown
}) {
  const text = phoneText ?? customerEmail
  if (text === null && customerTelegramName !== null && isUsername(customerTelegramName))
    return (
      <span className="truncate text-sm max-lg:hidden" dir="ltr">
        <a
          href={telegramLink(customerTelegramName)}
          className="text-muted underline-offset-4 hover:underline"
        >
          {customerTelegramName}
        </a>
      </span>
    )
  return (
    <span className="truncate text-sm max-lg:hidden" dir="ltr">
      {text !== null && (
        <a
          href={customerPhone === null ? `mailto:${customerEmail}` : `tel:${customerPhone}`}
          className="text-muted underline-offset-4 hover:underline"
        >
          {text}
        </a>
      )}
    </span>
  )
}
