import { codeAt } from '#core/integrations/totp.ts'
import { unseal } from '#core/shared/sealing.ts'
import type { Deps } from '#core/shared/deps.ts'
import { keySealing } from '#core/accounts/steps/two-factor-key.ts'
import { password, registered, signInWith, wholeForm } from './accounts.ts'
import { appFor, readPage, type TestApp, type Visitor } from './app.ts'

export const twoFactorPage = '/settings/security/two-factor'

export type Owner = { app: TestApp; browser: Visitor; userId: string; recoveryCodes: string[] }

/** A signed-in owner of a vendor, with a password. */
export async function aSignedInOwner(deps: Deps): Promise<Omit<Owner, 'recoveryCodes'>> {
  const app = await appFor(deps)
  const browser = await registered(app, deps)
  await deps.db.updateTable('vendors').set({ setUpAt: new Date() }).execute()
  await signInWith(browser, wholeForm.email, password)
  const { id } = await deps.db
    .selectFrom('users')
    .where('email', '=', wholeForm.email)
    .select('id')
    .executeTakeFirstOrThrow()
  return { app, browser, userId: id }
}

/** The key that the page shows to the app, and what its form sends back. */
export async function keyIn(answer: Response): Promise<{ key: string; draft: string }> {
  const html = await answer.text()
  const [, key = ''] = /otpauth:\/\/totp\/[^"]*?secret=([A-Z2-7]+)/.exec(html) ?? []
  const [, draft = ''] = /name="draft" value="([^"]*)"/.exec(html) ?? []
  return { key, draft }
}

/** Sets up two-factor sign-in by its forms. */
export async function switchOn(
  browser: Visitor,
): Promise<{ key: string; recoveryCodes: string[] }> {
  const { key, draft } = await keyIn(
    await browser.post(twoFactorPage, { intent: 'start', password }),
  )
  const code = codeAt(key, new Date())
  const page = await readPage(await browser.post(twoFactorPage, { intent: 'on', draft, code }))
  return { key, recoveryCodes: page.match(/\b[2-9a-z]{5}-[2-9a-z]{5}\b/g) ?? [] }
}

/** An owner whose account asks for a code. */
export async function anOwnerWithCodes(deps: Deps): Promise<Owner> {
  const owner = await aSignedInOwner(deps)
  const { recoveryCodes } = await switchOn(owner.browser)
  return { ...owner, recoveryCodes }
}

/** The code that the app of the account shows; it counts as not used yet. */
export async function freshCode(deps: Deps, userId: string): Promise<string> {
  const { sealedKey } = await deps.db
    .updateTable('twoFactors')
    .set({ lastStep: 0 })
    .where('userId', '=', userId)
    .returning('sealedKey')
    .executeTakeFirstOrThrow()
  return codeAt(unseal(keySealing(deps, userId), sealedKey) ?? '', new Date())
}

/** A code that the app shows at none of the accepted moments. */
export async function wrongCode(deps: Deps, userId: string): Promise<string> {
  const right = await freshCode(deps, userId)
  return right.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
}
