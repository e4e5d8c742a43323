import { spawnSync } from 'node:child_process'
import { appFor } from '#tests/support/app.ts'
import { password } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { childEnvironment } from './config.ts'

/** `npm run admin -- <email>` at a server of its own. */
function runAdmin(databaseUrl: string, origin: string, email: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/admin.ts', email], {
    encoding: 'utf8',
    env: childEnvironment({
      NODE_ENV: 'production',
      ORIGIN: origin,
      DATABASE_URL: databaseUrl,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Openspot <spots@openspot.test>',
      SECRET_KEYS: 'k'.repeat(32),
      TRUSTED_PROXIES: '0',
    }),
  })
  return { status, said: stdout + stderr }
}

test('npm run admin prints a link that sets the password of a super administrator, and refuses the address of a vendor', async ({
  deps,
  databaseUrl,
}) => {
  const run = (email: string) => runAdmin(databaseUrl, deps.origin, email)
  const { email: vendors } = await aVendor(deps.db)
  for (const [email, said] of [
    ['', 'Name the email address: npm run admin -- ada@example.com'],
    [vendors, 'This address belongs to a vendor.'],
  ] as const) {
    const refused = run(email)
    expect(refused.status).toBe(1)
    expect(refused.said).toContain(said)
  }
  const made = run('Ada@Example.com')
  expect(made.said).toContain('ada@example.com is a super administrator now.')
  expect(made.status).toBe(0)
  const again = run('ada@example.com')
  expect(again.said).toContain('ada@example.com is a super administrator.')

  const app = await appFor(deps)
  const token = /\/reset-password\?token=(\S+)/.exec(again.said)?.[1] ?? ''
  await app.visitor().post(`/reset-password?token=${token}`, { token, password })
  const admin = app.visitor()
  const signedIn = await admin.post('/super-admin', { email: 'ada@example.com', password })
  expect(signedIn.headers.get('location')).toBe('/super-admin/dashboard')
})
