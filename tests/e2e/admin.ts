import { hash } from '@node-rs/argon2'
import { expect, type Page, type Route } from '@playwright/test'
import { keySealing } from '#core/accounts/steps/two-factor-key.ts'
import { codeAt, newTotpKey } from '#core/integrations/totp.ts'
import { seal } from '#core/shared/sealing.ts'
import { awake } from './awake.ts'
import { password, signer } from './people.ts'

/** Signs in at the console as a new super administrator, by password and code. */
export async function asAdmin(page: Page): Promise<void> {
  const { db, secretKeys } = signer()
  const email = `admin-${crypto.randomUUID()}@example.com`
  const { id: userId } = await db
    .insertInto('users')
    .values({ name: 'Ada Admin', email, emailVerified: true, kind: 'admin' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('authAccounts')
    .values({ userId, accountId: userId, providerId: 'credential', password: await hash(password) })
    .execute()
  const key = newTotpKey()
  const sealedKey = seal(keySealing({ secretKeys }, userId), key)
  await db.insertInto('twoFactors').values({ userId, sealedKey, lastStep: 0 }).execute()
  await page.goto('/super-admin')
  await awake(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const isPending = async (route: Route) => {
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
    await route.continue()
  }
  await page.route('**/super-admin.data*', isPending, { times: 1 })
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Code from the app').fill(codeAt(key, new Date()))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Welcome, Super Admin!')).toBeVisible()
}
