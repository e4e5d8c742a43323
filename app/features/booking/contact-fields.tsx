import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { FormShown } from '#app/features/forms/use-form.ts'
import { TextField } from '#app/ui/text-field.tsx'
import type { BookingOffer } from './booking-offer.ts'
import { forgetCustomer } from './remembered.ts'
import { useRememberedCustomer } from './use-remembered-customer.ts'

/** The labels of the customer's fields in a form's error summary. */
export function useCustomerLabels() {
  const t = useTranslations('booking.form')
  return { name: t('name'), contact: t('contact') }
}

type ContactFieldsProps = {
  offer: Pick<BookingOffer, 'nonce'>
  form: FormShown
  /** a remembered customer is one line, without fields */
  brief?: boolean
}

/** Name and one contact, filled in from the last booking on this device; the customer can clear them. */
export function ContactFields({ offer, form, brief = false }: ContactFieldsProps) {
  const t = useTranslations('booking')
  const labels = useCustomerLabels()
  const name = useRef<HTMLInputElement>(null)
  const contact = useRef<HTMLInputElement>(null)
  const customer = useRememberedCustomer()

  useEffect(() => {
    if (!customer || !name.current || !contact.current) return
    // Keeps what was typed before the script loaded.
    if (name.current.value !== '' || contact.current.value !== '') return
    name.current.value = customer.name
    contact.current.value = customer.contact
  }, [customer])

  function clear() {
    forgetCustomer()
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
        label={labels.name}
        autoComplete="name"
        required
        maxLength={120}
        defaultValue={form.fields['name']}
      />
      <TextField
        ref={contact}
        {...form.field('contact')}
        label={labels.contact}
        description={t('form.contactHint')}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        dir="ltr"
        defaultValue={form.fields['contact']}
      />
    </div>
  )
}
