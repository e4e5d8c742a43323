import { expect, test, vi } from 'vitest'
import { forgetCustomer, rememberCustomer, rememberedCustomer } from './remembered.ts'

test('booking for a friend does not overwrite the remembered name', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  const carla = { name: 'Carla', contact: '+49 170 1234567' }
  rememberCustomer(carla)
  rememberCustomer({ name: 'Friend', contact: 'friend@example.com' })
  expect(rememberedCustomer()).toEqual(carla)
  const corrected = { name: 'Carla C.', contact: '+491701234567' }
  rememberCustomer(corrected)
  expect(rememberedCustomer()).toEqual(corrected)
  forgetCustomer()
  rememberCustomer({ name: 'Friend', contact: 'friend@example.com' })
  expect(rememberedCustomer()?.name).toBe('Friend')
})
