import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { useForm } from '#app/features/forms/use-form.ts'
import { Button } from '#app/ui/button.tsx'

const buttons = { new: 'button', show: 'make', same: 'send' } as const

export type NewLink = {
  /** a new link that is sent; a new one on this page, as there is no address to send it to; the present one again */
  comes: keyof typeof buttons
  by: 'email' | 'telegram'
  /** a new link also disconnects the chat */
  endsChat: boolean
}

/** Replaces the links to a purchase. */
export function NewLinkForm({ comes, by, endsChat }: NewLink) {
  const t = useTranslations('booking.newLink')
  const form = useForm(undefined)
  return (
    <details className="no-print border-t border-line pt-2">
      <summary className="inline-flex min-h-11 list-none items-center text-sm underline underline-offset-4 [&::-webkit-details-marker]:hidden">
        {t('problems')}
      </summary>
      <Form method="post" noValidate className="grid justify-items-start gap-3 pt-2">
        <p className="text-sm text-muted">{t(comes, { by, chat: endsChat ? 'ends' : 'stays' })}</p>
        <Button
          name="intent"
          value="renew"
          variant="secondary"
          size="small"
          pending={form.busy}
          pendingLabel={t(comes === 'same' ? 'sending' : 'pending')}
        >
          {t(buttons[comes], { by })}
        </Button>
      </Form>
    </details>
  )
}
