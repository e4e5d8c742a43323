import Check from 'lucide-react/icons/check'
import { asksVendor } from '#core/bookings/rules/waiting.ts'
import Smartphone from 'lucide-react/icons/smartphone'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Form, Link, useFetcher } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { MoneyButton } from '#app/features/vendor-bookings/payment-button.tsx'
import { editAddress } from '#app/features/vendor-bookings/row-menu.tsx'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { usePartyText } from '#app/features/workspace/party-text.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import type { Mark } from '#core/attendance/rules.ts'
import { formatMoney } from '#core/shared/money.ts'
import type { DayShown, Marking, SpotShown } from './marking.ts'

type SpotRowProps = {
  spot: SpotShown
  day: Pick<DayShown, 'here' | 'date' | 'manages'>
  isOpen: boolean
  marking: Marking
}

/** One spot: who, what is special, and whether they came. */
export function SpotRow({ spot, day, isOpen, marking }: SpotRowProps) {
  const isOver = spot.status === 'cancelled'
  const { isWaiting } = marking.markOf(spot)
  const t = useTranslations('attendance')
  const isNew = spot.isFirstTime && spot.spotInSession.place === 1 && spot.status !== 'cancelled'
  return (
    <li id={`spot-${spot.id}`} className="scroll-mt-[30vh]">
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
        {/* What is owed has a line of its own: below the name, on phones below the marks too. */}
        <div className="flex min-w-0 flex-1 basis-36 items-center gap-3 max-sm:contents">
          <Avatar
            name={spot.customerName}
            size="small"
            className={cx('max-sm:hidden', isOver && 'border-line! bg-sunken! text-muted!')}
          />
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 max-sm:contents">
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 max-sm:flex-1 max-sm:basis-28">
              <p className={cx('wrap-anywhere', isOver ? 'text-muted' : 'font-medium')}>
                <Name spot={spot} day={day} />
              </p>
              {isNew && <Badge tone="accent">{t('firstTime')}</Badge>}
            </div>
            <Facts spot={spot} day={day} isWaiting={isWaiting} />
          </div>
        </div>
        <Choice {...{ spot, day, isOpen, marking }} />
      </div>
    </li>
  )
}

/** It leads to the booking, for those who may change it. */
function Name({ spot, day }: Pick<SpotRowProps, 'spot' | 'day'>) {
  const name = <bdi>{spot.customerName}</bdi>
  if (!day.manages) return name
  return (
    // A block, because that is as high as its line: the text alone is too low for a finger above a button.
    <Link
      to={editAddress(spot.id, day.here)}
      className="inline-block min-h-6 underline-offset-4 hover:underline"
    >
      {name}
    </Link>
  )
}

type FactsProps = Pick<SpotRowProps, 'spot' | 'day'> & { isWaiting: boolean }

function Facts({ spot, day, isWaiting }: FactsProps) {
  const t = useTranslations('attendance')
  const { place, spots } = spot.spotInSession
  const owed = useOwed(spot)
  const partyText = usePartyText()
  const facts = [
    spot.party !== null && partyText(spot.party),
    spots > 1 && t('spotOf', { place, spots }),
    spot.attendance === 'late_cancel' && t('late'),
    spot.lateWaivedAt !== null && t('waived'),
    asksVendor(spot) && t('waiting'),
  ].filter((fact) => fact !== false)
  if (facts.length === 0 && owed === null && !isWaiting) return null
  return (
    // No paragraph: it would end before the form of a button.
    <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-muted max-sm:order-last basis-full">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {owed !== null && <span className="text-ink">{owed}</span>}
      {owed !== null && spot.owed !== null && spot.paidMinor !== undefined && (
        <MoneyButton
          step="paid"
          spots={[{ ...spot, paidMinor: spot.paidMinor, owedMinor: spot.owed.minor }]}
          name={spot.customerName}
          returnTo={`${day.here}#spot-${spot.id}`}
        />
      )}
      {isWaiting && (
        <span className="inline-flex items-center gap-1">
          <Smartphone aria-hidden="true" className="size-4" /> {t('kept.row')}
        </span>
      )}
    </div>
  )
}

/** What is still to be paid, in words; null if nothing is. */
function useOwed({ owed, currency }: SpotShown): string | null {
  const t = useTranslations('attendance')
  const language = useLocale()
  if (owed === null) return null
  const price = formatMoney({ minor: owed.minor, currency }, language)
  return t(owed.isForBundle ? 'owesBundle' : 'owes', { price })
}

function Choice({ spot, day, isOpen, marking }: SpotRowProps) {
  const t = useTranslations('attendance')
  const { mark } = marking.markOf(spot)
  if (spot.attendance === 'late_cancel') return day.manages ? <Waive spot={spot} day={day} /> : null
  if (spot.status === 'cancelled') return null
  if (asksVendor(spot))
    return day.manages ? (
      <Link
        to={`/dashboard/bookings?q=${spot.reference}`}
        className={buttonClasses({ variant: 'secondary', size: 'small' })}
      >
        {t('answer')}
      </Link>
    ) : null
  // A mark of a session that has moved to a later time can be taken back.
  if (!isOpen && mark === null) return null
  return (
    <Form
      method="post"
      action="/dashboard/today"
      onSubmit={(event) => marking.mark(event, [spot], pressedIn(event))}
      className="flex gap-2"
    >
      <input type="hidden" name="date" value={day.date} />
      <input type="hidden" name="returnTo" value={day.here} />
      <input type="hidden" name="sessionId" value={spot.sessionId} />
      <input type="hidden" name="bookingId" value={spot.id} />
      <Toggle value="came" chosen={mark} name={spot.customerName} icon={<Check />}>
        {t('came')}
      </Toggle>
      <Toggle value="no_show" chosen={mark} name={spot.customerName} icon={<X />}>
        {t('noShow')}
      </Toggle>
    </Form>
  )
}

function pressedIn({ nativeEvent }: { nativeEvent: Event }): Mark | null {
  const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
  const value = button instanceof HTMLButtonElement ? button.value : ''
  return value === 'came' || value === 'no_show' ? value : null
}

type ToggleProps = {
  value: Mark
  chosen: Mark | null
  name: string
  icon: ReactNode
  children: string
}

/** Pressing what is chosen takes it back. */
function Toggle({ value, chosen, name, icon, children }: ToggleProps) {
  const t = useTranslations('attendance')
  const isChosen = chosen === value
  return (
    <button
      name="mark"
      value={isChosen ? 'none' : value}
      aria-pressed={isChosen}
      aria-label={t('named', { action: children, name })}
      className={cx(
        'inline-flex min-h-12 items-center justify-center gap-1.5 rounded-control border px-3 text-sm font-medium',
        'transition-[background-color,border-color,color] [&_svg]:size-4 [&_svg]:shrink-0',
        !isChosen && 'border-control bg-raised text-ink hover:border-ink hover:bg-sunken',
        isChosen && value === 'came' && 'border-transparent bg-accent text-accent-ink',
        isChosen && value === 'no_show' && 'border-transparent bg-ink text-paper',
      )}
    >
      <span aria-hidden="true" className={cx('contents', !isChosen && 'text-muted')}>
        {icon}
      </span>
      {children}
    </button>
  )
}

function Waive({ spot, day }: Pick<SpotRowProps, 'spot' | 'day'>) {
  const t = useTranslations('attendance')
  const fetcher = useFetcher<NonNullable<AnyFormAnswer>>()
  return (
    <fetcher.Form method="post" action="/dashboard/today" className="flex flex-wrap justify-end">
      <input type="hidden" name="date" value={day.date} />
      <input type="hidden" name="returnTo" value={day.here} />
      <input type="hidden" name="bookingId" value={spot.id} />
      <Button
        name="intent"
        value="waive"
        variant="secondary"
        size="small"
        pending={fetcher.state !== 'idle'}
        aria-label={t('named', { action: t('waive'), name: spot.customerName })}
      >
        {t('waive')}
      </Button>
      <ButtonTrouble answer={fetcher.data} />
    </fetcher.Form>
  )
}
