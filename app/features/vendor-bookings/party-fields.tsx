import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { FormShown } from '#app/features/forms/use-form.ts'
import type { FormAnswer } from '#app/http/form-answer.ts'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { findEditableParty } from '#core/bookings/queries/editable-booking.ts'
import { extraAmount, facilityLimits, genders } from '#core/classes/rules.ts'
import { formatMoney } from '#core/shared/money.ts'

export type EditableParty = NonNullable<Awaited<ReturnType<typeof findEditableParty>>>

type PartyFieldsProps = {
  form: FormShown
  party: EditableParty
  /** how long each slot takes that can be chosen */
  targets: readonly { id: string; minutes: number }[]
  currency: string
  answer: FormAnswer<unknown> | undefined
}

/** Who comes to a slot of a facility, and what is booked with it. */
export function PartyFields({ form, party, targets, currency, answer }: PartyFieldsProps) {
  const t = useTranslations('vendorBookings.add')
  const own = useTranslations('vendorBookings')
  const language = useLocale()
  const { fields: values } = form
  const ticked = answer ? (answer.typed['extra'] ?? []) : (values['extra'] ?? '').split(',')
  const born = values['customerBirthDate'] ?? ''
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...form.text('people')}
          label={t('people')}
          description={t('peopleText', { n: party.maxPeople })}
          type="number"
          inputMode="numeric"
          min={1}
          max={facilityLimits.people}
        />
        {(party.asksGender || values['customerGender']) && (
          <SelectField
            {...form.text('customerGender')}
            label={own('edit.gender')}
            options={[
              { value: '', label: own('edit.notSaid') },
              ...genders.map((value) => ({ value, label: own(`party.genders.${value}`) })),
            ]}
          />
        )}
        {(party.asksBirthDate || born) && (
          <TextField
            {...form.field('customerBirthDate')}
            label={own('edit.birthDate')}
            type="date"
            defaultValue={born}
          />
        )}
      </div>
      {party.extras.length > 0 && (
        <Fieldset legend={t('extras')} id={form.field('extra').id} errors={form.of('extra')}>
          <div className="grid">
            {party.extras.map(({ id, name, amountMinor: minor }) => (
              <CheckboxField
                key={id}
                name="extra"
                value={id}
                defaultChecked={ticked.includes(id)}
                label={own('party.extra', {
                  name,
                  price: formatMoney({ minor, currency }, language),
                })}
              />
            ))}
          </div>
        </Fieldset>
      )}
      {party.extras.length > 0 && <Total {...{ party, targets, currency }} />}
    </>
  )
}

/** What the booking costs with what is ticked, in the chosen slot. Without a script it stays empty. */
function Total({
  party,
  targets,
  currency,
}: Pick<PartyFieldsProps, 'party' | 'targets' | 'currency'>) {
  const t = useTranslations('vendorBookings.party')
  const language = useLocale()
  const shown = useRef<HTMLOutputElement>(null)
  const [minor, setMinor] = useState<number | null>(null)
  useEffect(() => {
    const form = shown.current?.form
    if (!form) return undefined
    const add = () => {
      const typed = new FormData(form)
      const slot = targets.find(({ id }) => id === typed.get('sessionId'))
      const ticked = party.extras.filter(({ id }) => typed.getAll('extra').includes(id))
      const costs = (extra: (typeof ticked)[number]) =>
        slot ? extraAmount(extra, slot.minutes) : extra.amountMinor
      setMinor(ticked.reduce((sum, extra) => sum + costs(extra), party.slotMinor))
    }
    add()
    form.addEventListener('input', add)
    return () => form.removeEventListener('input', add)
  }, [party, targets])
  return (
    <output ref={shown} className="min-h-6 font-medium [@media(scripting:none)]:hidden">
      {minor !== null && t('total', { price: formatMoney({ minor, currency }, language) })}
    </output>
  )
}
