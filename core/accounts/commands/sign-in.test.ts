import type { Deps } from '#core/shared/deps.ts'
import { expect, test } from '#tests/support/database.ts'
import { newSession } from '#tests/support/session.ts'
import { register } from './register.ts'
import { signIn } from './sign-in.ts'

const email = 'vera@example.com'
const password = 'gorse-lantern-42'

async function anAccount(deps: Deps, address: string): Promise<string> {
  const visitor = { network: '192.0.2.1', headers: new Headers() }
  const wish = { email: address, password, agreed: true, ref: null, language: 'en' } as const
  await register(deps, visitor, wish)
  const { id } = await deps.db
    .updateTable('users')
    .set({ emailVerified: true })
    .where('email', '=', address)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('a sign-in ends the sessions that were used longest ago beyond twenty others, and those of nobody else', async ({
  deps,
  db,
}) => {
  const userId = await anAccount(deps, email)
  const other = await anAccount(deps, 'other@example.com')
  await newSession(deps, other)
  for (let nth = 0; nth < 25; nth++) await newSession(deps, userId)
  const stored = db.selectFrom('authSessions').where('userId', '=', userId)
  const [inUse] = await stored.orderBy('id').select('id').execute()
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  await db
    .updateTable('authSessions')
    .set({ updatedAt: days(3), createdAt: days(80) })
    .where('userId', '=', userId)
    .where('id', '<>', inUse?.id ?? '')
    .execute()
  const headers = new Headers({ 'user-agent': 'x'.repeat(9000) })
  expect(await signIn(deps, { network: '192.0.2.1', headers }, { email, password })).toMatchObject({
    ok: true,
  })
  const left = await stored.select(['id', 'userAgent']).execute()
  expect(left).toHaveLength(21)
  expect(left.map(({ id }) => id)).toContain(inUse?.id)
  expect(left.map(({ userAgent }) => userAgent?.length)).toContain(500)
  const others = db.selectFrom('authSessions').where('userId', '=', other).select('id')
  expect(await others.execute()).toHaveLength(1)
})

test('sign-ins elsewhere do not end a session that has been in use for a day, nor one of the same browser', async ({
  deps,
  db,
}) => {
  const userId = await anAccount(deps, email)
  const sessions = db.selectFrom('authSessions').where('userId', '=', userId).select('id')
  const from = (nth: number, headers = new Headers()) =>
    signIn(deps, { network: `198.51.100.${nth}`, headers }, { email, password })
  const own = await from(1)
  if (!own.ok) throw new Error(own.reason)
  const [{ id: ownId } = { id: '' }] = await sessions.execute()
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
  await db
    .updateTable('authSessions')
    .set({ createdAt: hours(47), updatedAt: hours(23) })
    .execute()
  for (let nth = 2; nth < 25; nth++) expect(await from(nth)).toMatchObject({ ok: true })
  const full = await sessions.execute()
  expect(full.map(({ id }) => id)).toContain(ownId)
  expect(full).toHaveLength(21)

  const cookie = own.cookies.map((line) => line.split(';')[0]).join('; ')
  expect(await from(1, new Headers({ cookie }))).toMatchObject({ ok: true })
  expect(await sessions.execute()).toHaveLength(20)
})
