import Send from 'lucide-react/icons/send'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { useForm } from '#app/features/forms/use-form.ts'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useLookAgain } from '#app/ui/use-look-again.ts'

export type TelegramCardProps = {
  /** the link to the bot that connects this purchase; null: it is not offered */
  to: string | null
  /** who is connected */
  name: string | null
  /** the customer booked with it, and hears there only */
  isLogin: boolean
  isBlocked: boolean
  hasEmail: boolean
}

/** Where messages about this booking go on Telegram, or the way to have them there, too. */
export function TelegramCard({ to, name, isLogin, isBlocked, hasEmail }: TelegramCardProps) {
  const t = useTranslations('booking.telegram.connect')
  const form = useForm(undefined)
  const isConnected = name !== null && !isBlocked
  useLookAgain(to !== null && !isConnected)
  const state = isBlocked ? 'blocked' : isLogin ? 'login' : 'connected'
  return (
    <Card as="section" aria-labelledby="telegram" className="grid gap-2">
      <h2 id="telegram" className="text-lg">
        {t(isConnected ? 'titleConnected' : 'title')}
      </h2>
      <p className="wrap-anywhere text-muted">
        {name === null
          ? t('text', { email: hasEmail ? 'yes' : 'no' })
          : t(state, { name, email: hasEmail ? 'yes' : 'no' })}
      </p>
      <div className="mt-1 flex flex-wrap gap-3 empty:hidden">
        {to !== null && !isConnected && (
          <a
            href={to}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses({ variant: 'secondary' })}
          >
            <Send aria-hidden="true" className="size-5" /> {t('button')}
          </a>
        )}
        {name !== null && !isLogin && (
          <Form method="post">
            <Button
              name="intent"
              value="disconnect"
              variant="secondary"
              pending={form.busy}
              pendingLabel={t('disconnecting')}
            >
              {t('disconnect')}
            </Button>
          </Form>
        )}
      </div>
    </Card>
  )
}
