import { askForCalendar, connectCalendar } from '#core/calendar/commands/connect-calendar.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { FakeGoogle } from '#tests/fakes/google.ts'
import type { AVendor } from '#tests/support/factories.ts'

/** Like `connectAndTell`, without the mail about it. */
export async function connectAtGoogle(...asked: Parameters<typeof connectAndTell>) {
  const connected = await connectAndTell(...asked)
  const [{ db }] = asked
  await db.deleteFrom('outbox').where('kind', '=', 'vendor.connection_made').execute()
  return connected
}

/** The vendor's owner connects a calendar at Google, whose account has the owner's address. */
export async function connectAndTell(
  deps: Deps,
  google: FakeGoogle,
  vendor: Pick<AVendor, 'id' | 'userId' | 'email'>,
  granted?: readonly string[],
) {
  const manager = { vendorId: vendor.id, userId: vendor.userId }
  const asked = await askForCalendar(deps, manager)
  if (!asked.ok) throw new Error(asked.reason)
  const person = { email: vendor.email, name: 'Vera', verified: true }
  const back = new URL(await google.agree(asked.url, person, 'none', granted))
  const cookie = asked.cookies.map((line) => line.slice(0, line.indexOf(';'))).join('; ')
  return connectCalendar(deps, manager, {
    code: back.searchParams.get('code') ?? '',
    state: back.searchParams.get('state') ?? '',
    headers: new Headers({ cookie }),
    network: '192.0.2.1',
  })
}
