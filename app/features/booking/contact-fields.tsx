import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { FormShown } from '#app/features/forms/use-form.ts'
import { TextField } from '#app/ui/text-field.tsx'
import { forgetCustomer, onCustomerChange, rememberedCustomer } from './remembered.ts'

/** Name and one contact. Who booked on this device before finds them filled in, and can clear them. */
export function ContactFields({ form }: { form: FormShown }) {
  const t = useTranslations('booking')
  const name = useRef<HTMLInputElement>(null)
  const contact = useRef<HTMLInputElement>(null)
  const customer = useSyncExternalStore(onCustomerChange, rememberedCustomer, () => null)

  useEffect(() => {
    if (!customer || !name.current || !contact.current) return
    // Whoever began to type before the script was there keeps what they typed.
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

  return (
    <div className="relative grid gap-4">
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
        label={t('form.name')}
        autoComplete="name"
        required
        maxLength={120}
        defaultValue={form.fields['name']}
      />
      <TextField
        ref={contact}
        {...form.field('contact')}
        label={t('form.contact')}
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
