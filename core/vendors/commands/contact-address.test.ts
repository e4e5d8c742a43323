import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { mayAskToConfirm } from './contact-address.ts'

const email = 'studio@example.com'
const perHour = 5
const perDay = 20

test('a vendor past its own limit uses up no mails of the address it enters', async ({
  deps,
  db,
}) => {
  const [vendor, other] = [await aVendor(db), await aVendor(db)]
  const ask = (vendorId: typeof vendor.id, to: string, network: string) =>
    mayAskToConfirm(deps, { network }, { vendorId, email: to })
  for (let nth = 0; nth < perHour; nth++)
    expect(await ask(vendor.id, `other-${nth}@example.com`, '192.0.2.1')).toBe(true)
  for (let nth = 0; nth < perDay; nth++)
    expect(await ask(vendor.id, email, `192.0.2.${nth}`)).toBe(false)
  expect(await ask(other.id, email, '192.0.2.1')).toBe(true)
  for (let nth = 1; nth < perDay; nth++)
    expect(await deps.limits.requestedMailsPerMailbox.take(email)).toEqual({ ok: true })
})
