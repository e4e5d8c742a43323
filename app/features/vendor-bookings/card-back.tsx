import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { formatMoney } from '#core/shared/money.ts'
import { refundAddress } from './row-menu.tsx'

type CardBackProps = {
  back: {
    /** in minor units, as all here */
    giveBackMinor: number | string
    /** what of it was paid by card */
    cardMinor: number | string
    /** Stripe could not make a refund of it */
    hasFailed: boolean
    /** the account at Stripe that is connected has it */
    isConnected: boolean
    /** null: no booking stands for it any more */
    bookingId: string | null
    currency: string
  }
  returnTo: string
}

/** Why money that was paid by card is still to be given back, and where to do that; nothing if no card paid. */
export function CardBack({ back, returnTo }: CardBackProps) {
  const t = useTranslations('vendorBookings.refund')
  const language = useLocale()
  const { hasFailed, isConnected, bookingId, currency } = back
  const [all, card] = [Number(back.giveBackMinor), Number(back.cardMinor)]
  if (card === 0) return null
  const price = (minor: number) => formatMoney({ minor, currency }, language)
  const yes = (is: boolean) => (is ? 'yes' : 'no')
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <span>
        {t('card', {
          isAll: yes(card === all),
          hasFailed: yes(hasFailed),
          price: price(card),
          rest: price(all - card),
        })}
      </span>
      {isConnected && bookingId !== null ? (
        <Link
          to={refundAddress(bookingId, returnTo)}
          className="inline-flex min-h-11 items-center text-ink underline underline-offset-4"
        >
          {t(hasFailed ? 'again' : 'open')}
        </Link>
      ) : (
        <span>{t('atStripe')}</span>
      )}
    </span>
  )
}
