// The last customer on this device. Some private windows refuse storage; then nothing is remembered.

import { forgetAllInput } from '#app/ui/kept-input.ts'

const place = 'openspot.customer'
const heard = new Set<() => void>()
let forgotten = 0
let read: { text: string; customer: Customer | null } = { text: '', customer: null }

export type Customer = { name: string; contact: string }

/** Booking for a friend does not overwrite the remembered name. */
export function rememberCustomer(customer: Customer): void {
  const known = rememberedCustomer()
  if (known && plain(known.contact) !== plain(customer.contact)) return
  write(JSON.stringify(customer))
}

export function forgetCustomer(): void {
  forgetAllInput()
  forgotten += 1
  write(null)
}

/** How often somebody said on this page that they are not the remembered customer. */
export const timesForgotten = () => forgotten

const plain = (contact: string) => contact.toLowerCase().replace(/[\s()/-]/g, '')

function write(text: string | null) {
  try {
    if (text === null) localStorage.removeItem(place)
    else localStorage.setItem(place, text)
  } catch {
    return
  }
  for (const tell of heard) tell()
}

/** For useSyncExternalStore: the same object as long as nothing changed. */
export function rememberedCustomer(): Customer | null {
  const text = stored()
  if (text !== read.text) read = { text, customer: customerIn(text) }
  return read.customer
}

export function onCustomerChange(tell: () => void): () => void {
  heard.add(tell)
  return () => {
    heard.delete(tell)
  }
}

function stored(): string {
  try {
    return localStorage.getItem(place) ?? ''
  } catch {
    return ''
  }
}

function customerIn(text: string): Customer | null {
  try {
    const said: unknown = JSON.parse(text)
    if (typeof said !== 'object' || said === null || !('name' in said) || !('contact' in said))
      return null
    const { name, contact } = said
    return typeof name === 'string' && typeof contact === 'string' ? { name, contact } : null
  } catch {
    return null
  }
}
