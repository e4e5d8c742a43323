import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FormShown } from '#app/features/forms/use-form.ts'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { BookingOffer } from './booking-offer.ts'
import { addressMeant } from './mistyped.ts'
import { forgetCustomer } from './remembered.ts'
import { TelegramForOwner, TelegramLogin, TelegramPerson, useFormPath } from './telegram-fields.tsx'
import { useCustomerChanges, useRememberedCustomer } from './use-remembered-customer.ts'

export const customerFields = ['name', 'contact', 'accepted']

/** The labels of the customer's fields in a form's error summary. */
export function useCustomerLabels() {
  const t = useTranslations('booking.form')
  return { name: t('name'), contact: t('contact'), accepted: t('condition') }
}

type ContactFieldsProps = {
  offer: Pick<BookingOffer, 'nonce' | 'telegram' | 'classId'>
  form: FormShown
  /** the session to come back to from Telegram */
  sessionId?: string | null
  /** a remembered customer is one line, without fields */
  brief?: boolean
}

/** What the class asks to confirm. The box stands for its words: others are asked about again. */
export function Condition({
  offer: { condition },
  form,
}: Pick<ContactFieldsProps, 'form'> & { offer: Pick<BookingOffer, 'condition'> }) {
  const errors = useErrors(form)
  const changes = useCustomerChanges()
  if (condition === null) return null
  return (
    // What one customer ticked, the next one has not.
    <div key={changes} className="-my-2 grid wrap-anywhere">
      <CheckboxField
        {...form.field('accepted')}
        errors={errors.of('accepted')}
        onInput={errors.forget}
        value={condition}
        label={condition}
        required
        defaultChecked={form.fields['accepted'] === condition && changes === 0}
      />
    </div>
  )
}

/** Who comes: somebody who is logged in with Telegram, or a name and one contact. */
export function ContactFields(props: ContactFieldsProps) {
  const { offer, form, sessionId = null } = props
  const { telegram } = offer
  const path = useFormPath(offer.classId, sessionId)
  if (!telegram) return <TypedFields {...props} />
  if (telegram.person === null)
    return (
      <>
        {telegram.ownerSees && <TelegramForOwner {...telegram.ownerSees} />}
        <TelegramLogin telegram={telegram} path={path} />
        <TypedFields {...props} />
      </>
    )
  return (
    <div className="grid gap-4">
      <input type="hidden" name="nonce" value={form.fields['nonce'] || offer.nonce} />
      <TelegramPerson telegram={telegram} person={telegram.person} path={path} />
      <PersonName form={form} name={telegram.person.name} />
    </div>
  )
}

/** The name from Telegram; a field where it cannot be used. */
export function PersonName({ form, name }: { form: FormShown; name: string }) {
  const labels = useCustomerLabels()
  const errors = useErrors(form)
  if (name !== '' && form.of('name') === undefined)
    return <input type="hidden" name="name" value={name} />
  return (
    <TextField
      {...form.field('name')}
      errors={errors.of('name')}
      onInput={errors.forget}
      label={labels.name}
      autoComplete="name"
      required
      maxLength={120}
      defaultValue={form.fields['name'] ?? name}
    />
  )
}

type TypedFieldsProps = Pick<ContactFieldsProps, 'form' | 'brief'> & {
  offer: Pick<BookingOffer, 'nonce'>
}

/** Name and one contact, filled in from the last booking on this device; the customer can clear them. */
export function TypedFields({ offer, form, brief = false }: TypedFieldsProps) {
  const t = useTranslations('booking')
  const labels = useCustomerLabels()
  const name = useRef<HTMLInputElement>(null)
  const contact = useRef<HTMLInputElement>(null)
  const customer = useRememberedCustomer()
  const errors = useErrors(form)
  const [meant, setMeant] = useState<string | null>(null)

  useEffect(() => {
    if (!customer || !name.current || !contact.current) return
    // Keeps what was typed before the script loaded.
    if (name.current.value !== '' || contact.current.value !== '') return
    name.current.value = customer.name
    contact.current.value = customer.contact
  }, [customer])

  function clear() {
    forgetCustomer()
    setMeant(null)
    if (!name.current || !contact.current) return
    name.current.value = ''
    contact.current.value = ''
    name.current.focus()
  }

  const nonce = <input type="hidden" name="nonce" value={form.fields['nonce'] || offer.nonce} />
  const isAsked = form.of('name') !== undefined || form.of('contact') !== undefined
  if (brief && customer && !isAsked) {
    return (
      <div className="flex items-center justify-between gap-4">
        {nonce}
        <input type="hidden" name="name" value={customer.name} />
        <input type="hidden" name="contact" value={customer.contact} />
        <p className="min-w-0 leading-tight">
          <bdi className="block font-medium wrap-anywhere">{customer.name}</bdi>
          <bdi className="text-base text-muted wrap-anywhere">{customer.contact}</bdi>
        </p>
        <button
          type="button"
          onClick={forgetCustomer}
          className="inline-flex min-h-11 shrink-0 items-center px-1 underline underline-offset-4"
        >
          {t('form.notYou')}
        </button>
      </div>
    )
  }

  return (
    <div className="relative grid gap-4">
      {nonce}
      {customer && (
        <button
          type="button"
          onClick={clear}
          className="absolute end-0 -top-2.5 z-10 inline-flex min-h-11 items-center px-1 text-sm underline underline-offset-4"
        >
          {t('form.notYou')}
        </button>
      )}
      <TextField
        ref={name}
        {...form.field('name')}
        defaultValue={form.fields['name']}
        errors={errors.of('name')}
        onInput={errors.forget}
        label={labels.name}
        autoComplete="name"
        required
        maxLength={120}
      />
      <TextField
        ref={contact}
        {...form.field('contact')}
        defaultValue={form.fields['contact']}
        errors={errors.of('contact')}
        onInput={(event) => {
          errors.forget(event)
          setMeant(addressMeant(event.currentTarget.value))
        }}
        label={labels.contact}
        description={t('form.contactHint')}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        dir="ltr"
      />
      <output className="-mt-2 text-sm empty:hidden">
        {meant && (
          <button
            type="button"
            onClick={() => {
              if (contact.current) contact.current.value = meant
              setMeant(null)
            }}
            className="min-h-11 text-start wrap-anywhere"
          >
            {t.rich('form.meant', {
              address: () => <bdi className="underline underline-offset-4">{meant}</bdi>,
            })}
          </button>
        )}
      </output>
    </div>
  )
}

/** The mistakes of an answer, each until its field is corrected. */
function useErrors(form: FormShown) {
  const [corrected, setCorrected] = useState<{ answer: unknown; names: readonly string[] }>()
  const names = corrected?.answer === form.answer ? (corrected?.names ?? []) : []
  return {
    of: (name: string) => (names.includes(name) ? undefined : form.of(name)),
    forget: ({ currentTarget: { name, value } }: FormEvent<HTMLInputElement>) => {
      if (value.trim() !== '' && !names.includes(name))
        setCorrected({ answer: form.answer, names: [...names, name] })
    },
  }
}
