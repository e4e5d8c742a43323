import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { useForm } from '#app/features/forms/use-form.ts'
import { Button } from '#app/ui/button.tsx'

/**
 * The switch for the reminders of a vendor. It does not say how it stands: anybody can book with somebody else's address, and
 * would learn that this person knows the vendor.
 */
export function ReminderWish({ business }: { business: string }) {
  const t = useTranslations('booking.reminders')
  const form = useForm(undefined)
  return (
    <details className="no-print border-t border-line pt-2">
      <summary className="inline-flex min-h-11 list-none items-center text-sm underline underline-offset-4 [&::-webkit-details-marker]:hidden">
        {t('title')}
      </summary>
      <Form method="post" className="grid justify-items-start gap-3 pt-2">
        <p className="text-sm wrap-anywhere text-muted">{t('text', { name: business })}</p>
        <div className="flex flex-wrap gap-2">
          {(['remind', 'noReminders'] as const).map((intent) => (
            <Button
              key={intent}
              name="intent"
              value={intent}
              variant="secondary"
              size="small"
              pending={form.busy}
            >
              {t(intent)}
            </Button>
          ))}
        </div>
      </Form>
    </details>
  )
}
