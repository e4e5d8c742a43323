import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { useMomentText } from '#app/features/sessions/session-time.tsx'
import { usePriceText } from '#app/locale/price.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import type { PurchaseMoney } from './managed.ts'

type HoldProps = {
  hold: NonNullable<PurchaseMoney['hold']>
  spots: number
  zone: string
  /** with a link that may change the booking */
  mayPay: boolean
  busy: boolean
}

/** Spots that are held until they are paid: until when, and the way to go on or to leave it. */
export function HoldPanel({ hold, spots: n, zone, mayPay, busy }: HoldProps) {
  const t = useTranslations('booking.manage.hold')
  const momentOf = useMomentText()
  const priceText = usePriceText()
  if (hold.isOver) return <Banner tone="warn" title={t('over', { n })} text={t('overText')} />
  return (
    <Banner
      tone="warn"
      title={
        <span suppressHydrationWarning>{t('until', { n, time: momentOf(hold.until, zone) })}</span>
      }
      text={mayPay ? t('text', { n }) : t('textView')}
      action={
        mayPay && (
          <Form method="post" className="flex basis-full flex-wrap gap-2 sm:ps-8">
            <Button name="intent" value="pay" pending={busy} pendingLabel={t('pending')}>
              <span suppressHydrationWarning>
                {t('pay', { price: priceText(hold.minor, hold.currency) })}
              </span>
            </Button>
            <Button name="intent" value="letGo" variant="quiet" disabled={busy}>
              {t('letGo', { n })}
            </Button>
          </Form>
        )
      }
    />
  )
}

/** Spots that nobody paid for in time, or that were paid when the last seat was gone. */
export function LetGoNote({ spots: n, isPaid }: { spots: number; isPaid: boolean }) {
  const t = useTranslations('booking.manage.hold')
  return isPaid ? (
    <Banner tone="warn" title={t('taken', { n })} text={t('takenText')} />
  ) : (
    <Banner title={t('gone', { n })} text={t('goneText')} />
  )
}

/** What is owed can be paid by card: everything together. */
export function OwedPanel({
  owed: { minor, currency, until },
  business,
  zone,
  busy,
}: {
  owed: NonNullable<PurchaseMoney['owed']>
  business: string
  zone: string
  busy: boolean
}) {
  const t = useTranslations('booking.manage.pay')
  const momentOf = useMomentText()
  const priceText = usePriceText()
  const price = priceText(minor, currency)
  return (
    <Banner
      tone={until ? 'warn' : 'neutral'}
      title={
        <span suppressHydrationWarning>
          {until ? t('until', { time: momentOf(until, zone) }) : t('title', { price })}
        </span>
      }
      text={until ? t('untilText', { name: business }) : t('text', { name: business })}
      action={
        <Form method="post" className="basis-full sm:ps-8">
          <Button name="intent" value="payOwed" pending={busy} pendingLabel={t('pending')}>
            <span suppressHydrationWarning>{t('button', { price })}</span>
          </Button>
        </Form>
      }
    />
  )
}
