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
    <Form
      method="post"
      noValidate
      className="grid justify-items-start gap-3 border-t border-line pt-6"
    >
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
  )
}
