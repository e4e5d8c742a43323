import { Form, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { Question } from '#app/ui/question.tsx'

type BlockFormProps = {
  name: string
  contacts: readonly string[]
  /** how many upcoming bookings the contact has */
  upcoming: number
  /** the form's text when the vendor agrees to cancel exactly these */
  cancels: string
  list: string
}

/** Asks before a contact is blocked, with the number of bookings that would be cancelled. */
export function BlockForm({ name, contacts, upcoming, cancels, list }: BlockFormProps) {
  const t = useTranslations('vendorBookings.block')
  const busy = useNavigation().state !== 'idle'
  return (
    <Question level={3} title={t('title', { name })} text={t('text', { name })}>
      <p className="text-sm text-muted wrap-anywhere">
        {t('details', { contacts: contacts.join(', ') })}
      </p>
      <Form method="post" className="mt-2 grid gap-3">
        <input type="hidden" name="returnTo" value={list} />
        {upcoming > 0 && (
          <CheckboxField
            key={cancels}
            name="cancels"
            value={cancels}
            label={t('cancels', { count: upcoming })}
            description={t('cancelsText')}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" pending={busy}>
            {t('button')}
          </Button>
          <LinkButton variant="secondary" to={list}>
            {t('keep')}
          </LinkButton>
        </div>
      </Form>
    </Question>
  )
}
