import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { useForm } from '#app/features/forms/use-form.ts'
import { Button } from '#app/ui/button.tsx'

/** Replaces the links to a purchase. `comes`: by email, or on this page where there is no address to mail it to. */
const buttons = { mail: 'button', show: 'make', same: 'send' } as const

export function NewLinkForm({ comes }: { comes: 'mail' | 'show' | 'same' }) {
  const t = useTranslations('booking.newLink')
  const form = useForm(undefined)
  return (
    <details className="no-print border-t border-line pt-2">
      <summary className="inline-flex min-h-11 list-none items-center text-sm underline underline-offset-4 [&::-webkit-details-marker]:hidden">
        {t('problems')}
      </summary>
      <Form method="post" noValidate className="grid justify-items-start gap-3 pt-2">
        <p className="text-sm text-muted">{t(comes)}</p>
        <Button
          name="intent"
          value="renew"
          variant="secondary"
          size="small"
          pending={form.busy}
          pendingLabel={t(comes === 'same' ? 'sending' : 'pending')}
        >
          {t(buttons[comes])}
        </Button>
      </Form>
    </details>
  )
}
