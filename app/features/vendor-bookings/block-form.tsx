import { useTranslations } from 'use-intl'
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
  return (
    <Question
      level={3}
      title={t('title', { name })}
      text={[t('text', { name }), t('details', { contacts: contacts.join(', ') })].join(' ')}
      agree={{ label: t('button') }}
      back={{ to: list, label: t('keep') }}
    >
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
    </Question>
  )
}
