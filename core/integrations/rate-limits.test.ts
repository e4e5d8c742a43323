import { createLimits } from './rate-limits.ts'
import { expect, test } from '#tests/support/database.ts'

const limits = [
  ['in memory', 'seatsPerNetwork', 200],
  ['in the database', 'mailPerAccount', 5],
] as const

test.for(limits)(
  'a count %s remembers what was not given back',
  async ([, name, points], { deps }) => {
    const limit = deps.limits[name]
    expect(await limit.take('anna', points)).toEqual({ ok: true })
    await limit.giveBack('anna', 2)
    expect(await limit.take('anna', 2)).toEqual({ ok: true })
    expect(await limit.take('anna')).toMatchObject({ ok: false })
  },
)

test.for(limits)(
  'a count %s that gets back more than was taken leaves no more room than before',
  async ([, name, points], { deps }) => {
    const limit = deps.limits[name]
    await limit.take('anna')
    await limit.giveBack('anna', 3)
    expect(await limit.take('anna', points)).toEqual({ ok: true })
    expect(await limit.take('anna')).toMatchObject({ ok: false })
  },
)

test('the purchases of a network address at a vendor are counted over all processes', async ({
  deps,
  opened,
}) => {
  const other = createLimits(opened.pool, deps.secretKeys).purchasesPerNetworkAndVendor
  for (let nth = 0; nth < 3; nth++)
    expect(await deps.limits.purchasesPerNetworkAndVendor.take('vera 192.0.2.1')).toEqual({
      ok: true,
    })
  expect(await other.take('vera 192.0.2.1')).toMatchObject({ ok: false })
})
