import { createAuth } from '#core/integrations/better-auth.ts'
import { newTotpKey } from '#core/integrations/totp.ts'
import { seal, unseal } from '#core/shared/sealing.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { accountJobs } from './jobs.ts'
import { keySealing } from './steps/two-factor-key.ts'

test('authenticator keys survive the removal of the secret key that encrypted them, once the worker has run', async ({
  deps,
  db,
}) => {
  const { userId } = await aVendor(db)
  const key = newTotpKey()
  const sealedKey = seal(keySealing(deps, userId), key)
  await db.insertInto('twoFactors').values({ userId, sealedKey, lastStep: 7 }).execute()
  const newer = 'a newer key that was put in front of it'
  const secretKeys = [newer, ...deps.secretKeys] as const
  const changed = { ...deps, secretKeys, auth: createAuth({ ...deps, secretKeys }) }
  const job = accountJobs.find(({ name }) => name.startsWith('encrypt two-factor keys'))
  await job?.run(changed)
  const read = () =>
    db.selectFrom('twoFactors').select(['sealedKey', 'lastStep']).executeTakeFirstOrThrow()
  const stored = await read()
  const later = { secretKeys: [newer] as const }
  expect(unseal(keySealing(later, userId), stored.sealedKey)).toBe(key)
  expect(unseal(keySealing(later, userId), sealedKey)).toBe(null)
  // What the first key has encrypted stays as it is.
  await job?.run(changed)
  expect(await read()).toEqual(stored)
})
