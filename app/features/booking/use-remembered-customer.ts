import { useSyncExternalStore } from 'react'
import { type Customer, onCustomerChange, rememberedCustomer } from './remembered.ts'

/** The last customer on this device; null on the server and where nobody is remembered. */
export function useRememberedCustomer(): Customer | null {
  return useSyncExternalStore(onCustomerChange, rememberedCustomer, () => null)
}
