import { useTranslations } from 'use-intl'
import { usePriceText } from '#app/locale/price.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { useLive } from '#app/ui/use-browser.ts'
import { type CardOffer, wayToPay } from '#core/classes/rules.ts'

/** Where a booking is paid. `later`: with the link of the booking, because nothing is charged while it waits for an answer. */
export type PayWayShown = 'studio' | 'card' | 'choice' | 'later'

type Paid = { cards: CardOffer | null; confirmedBy: string | null }

/** How an offer is paid at this price. */
export function payWayShown({ cards, confirmedBy }: Paid, priceMinor: number): PayWayShown {
  const way = wayToPay(cards, priceMinor)
  return way !== 'studio' && confirmedBy !== null ? 'later' : way
}

/** Whether the button of the form leads to the payment. */
export const paysNow = (way: PayWayShown, chosen: string): boolean =>
  way === 'card' || (way === 'choice' && chosen === 'card')

/** What is chosen until the customer chooses. */
export const firstPay = 'card'

type PayChoiceProps = {
  business: string
  chosen: string
  onSelect: (pay: string) => void
}

/** The customer chooses where to pay. */
export function PayChoice({ business, chosen, onSelect }: PayChoiceProps) {
  const t = useTranslations('booking.form.pay')
  return (
    <RadioCards
      legend={t('legend')}
      name="pay"
      columns={2}
      defaultValue={chosen}
      onSelect={onSelect}
      options={[
        { value: 'card', title: t('card'), text: t('cardText') },
        { value: 'studio', title: t('studio'), text: t('studioText', { name: business }) },
      ]}
    />
  )
}

type PayTextProps = {
  way: Exclude<PayWayShown, 'choice'>
  business: string
  cards: CardOffer | null
  /** who confirms each booking; null: nobody has to */
  confirmedBy: string | null
}

/** Where it is paid, as one sentence. */
export function PayText({ way, business, cards, confirmedBy }: PayTextProps) {
  const t = useTranslations('booking.form')
  if (way === 'studio') return t('payDirectly', { name: business })
  if (way === 'card') return t('pay.now')
  const text = cards?.pays === 'card' ? 'pay.toConfirm' : 'pay.afterConfirmation'
  return t(text, { name: confirmedBy ?? business })
}

/** What a button says that leads to the payment. Without a script the page cannot follow what is chosen, and names no sum. */
export function PayButtonText({ minor, currency }: { minor: number; currency: string }) {
  const t = useTranslations('booking.form.pay')
  const priceText = usePriceText()
  const live = useLive()
  if (!live) return t('button')
  return (
    <span suppressHydrationWarning>{t('buttonSum', { price: priceText(minor, currency) })}</span>
  )
}
