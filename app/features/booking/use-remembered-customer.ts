import { useState, useSyncExternalStore } from 'react'
import {
  type Customer,
  onCustomerChange,
  rememberedCustomer,
  timesForgotten,
} from './remembered.ts'

/** The last customer on this device; null on the server and where nobody is remembered. */
export function useRememberedCustomer(): Customer | null {
  return useSyncExternalStore(onCustomerChange, rememberedCustomer, () => null)
}

/** How often the customer has changed since this was drawn. */
export function useCustomerChanges(): number {
  const count = useSyncExternalStore(onCustomerChange, timesForgotten, () => 0)
  const [atFirst] = useState(count)
  return count - atFirst
}
