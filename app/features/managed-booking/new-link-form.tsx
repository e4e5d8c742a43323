import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { useForm } from '#app/features/forms/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { ContactLink } from './contact-link.tsx'
import type { ManagedPurchase } from './managed.ts'

export type NewLink =
  /** only the vendor can send one */
  | { comes: 'ask' }
  /** `endsChat`: a new link also disconnects the chat */
  | { comes: 'new' | 'same'; by: 'email' | 'telegram'; endsChat: boolean }

/** Replaces the links to a purchase, or says who can. */
export function NewLinkForm({
  newLink,
  purchase,
}: {
  newLink: NewLink
  purchase: ManagedPurchase
}) {
  const t = useTranslations('booking.newLink')
  return (
    <details className="no-print border-t border-line pt-2">
      <summary className="inline-flex min-h-11 list-none items-center text-sm underline underline-offset-4 [&::-webkit-details-marker]:hidden">
        {t('problems')}
      </summary>
      {newLink.comes === 'ask' ? (
        <div className="grid justify-items-start gap-3 pt-2">
          <p className="text-sm wrap-anywhere text-muted">
            {t('ask', { name: purchase.business })}
          </p>
          <ContactLink
            purchase={purchase}
            wide={false}
            label={t('askButton', { name: purchase.business })}
          />
        </div>
      ) : (
        <Renewing {...newLink} />
      )}
    </details>
  )
}

function Renewing({ comes, by, endsChat }: Exclude<NewLink, { comes: 'ask' }>) {
  const t = useTranslations('booking.newLink')
  const form = useForm(undefined)
  return (
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
        {t(comes === 'same' ? 'send' : 'button', { by })}
      </Button>
    </Form>
  )
}
