import Send from 'lucide-react/icons/send'
import { useTranslations } from 'use-intl'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Card } from '#app/ui/card.tsx'
import { useLookAgain } from '#app/ui/use-look-again.ts'

export type TelegramCardProps = {
  /** the link to the bot that connects this purchase; null: the vendor has none any more */
  to: string | null
  /** who is connected */
  name: string | null
  isBlocked: boolean
  hasEmail: boolean
}

/** Where messages about this booking go on Telegram, or the way to have them there. */
export function TelegramCard({ to, name, isBlocked, hasEmail }: TelegramCardProps) {
  const t = useTranslations('booking.telegram.connect')
  const isConnected = name !== null && !isBlocked
  useLookAgain(to !== null && !isConnected)
  return (
    <Card as="section" aria-labelledby="telegram" className="grid gap-2">
      <h2 id="telegram" className="text-lg">
        {t(isConnected ? 'titleConnected' : 'title')}
      </h2>
      <p className="wrap-anywhere text-muted">
        {name === null
          ? t(hasEmail ? 'text' : 'textPhone')
          : t(!isBlocked ? 'connected' : hasEmail ? 'blockedEmail' : 'blocked', { name })}
      </p>
      {to !== null && !isConnected && (
        <p>
          <a
            href={to}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses({ variant: 'secondary', className: 'mt-1' })}
          >
            <Send aria-hidden="true" className="size-5" /> {t('button')}
          </a>
        </p>
      )}
    </Card>
  )
}
