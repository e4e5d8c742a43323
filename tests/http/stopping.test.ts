import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { startChild } from '#server/children.ts'
import { childEnvironment } from '#server/config.ts'
import { expect, test } from '#tests/support/database.ts'
import { aSession } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { freePort, untilReady } from '#tests/support/servers.ts'

async function startWeb(databaseUrl: string, operator: Record<string, string> = {}) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const lines: string[] = []
  const web = startChild({
    name: 'web',
    file: 'server/web.ts',
    env: childEnvironment({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      ORIGIN: origin,
      DATABASE_URL: databaseUrl,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Openspot <spots@openspot.test>',
      SECRET_KEYS: 'k'.repeat(32),
      TRUSTED_PROXIES: '0',
      ...operator,
    }),
    print: (line) => void lines.push(line),
  })
  onTestFinished(web.stop)
  await untilReady(`${origin}/readyz`)
  return { web, origin, lines }
}

test('the start log warns if enquiries are mailed to nobody', async ({ databaseUrl }) => {
  const warning = expect.stringContaining('OPERATOR_EMAIL is not set')
  const silent = await startWeb(databaseUrl)
  await expect.poll(() => silent.lines).toContainEqual(warning)
  const mailed = await startWeb(databaseUrl, { OPERATOR_EMAIL: 'help@example.com' })
  await expect.poll(() => mailed.lines.join()).toContain('web is listening')
  expect(mailed.lines).not.toContainEqual(warning)
})

test('a client that goes away while it sends is no error of ours', async ({ databaseUrl }) => {
  const { origin, lines } = await startWeb(databaseUrl)
  const { port, host } = new URL(origin)
  for (const [path, type] of [
    ['/my-spots', 'application/x-www-form-urlencoded'],
    ['/api/v1/bookings', 'application/json'],
  ]) {
    const client = connect(Number(port), '127.0.0.1')
    client.write(
      `POST ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\nidempotency-key: ${randomUUID()}\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`,
    )
    await pause(200)
    client.destroy()
    await once(client, 'close')
  }
  // Answered after both.
  await fetch(`${origin}/readyz`)
  await pause(200)
  expect(lines.filter((line) => /"level":[45]0/.test(line) && line.includes('request'))).toEqual([])
})

test('a web process that gets two SIGTERMs first answers the booking in progress', async ({
  db,
  databaseUrl,
}) => {
  const { web, origin } = await startWeb(databaseUrl)

  const session = await aSession(db)
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [session.id],
  )
  const answer = fetch(`${origin}/api/v1/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      sessionId: session.id,
      customer: { name: 'Carla', email: 'carla@example.com' },
    }),
  })
  await waitForWaiter(db)
  const tell = () => {
    if (web.pid === null) throw new Error('It did not start.')
    process.kill(web.pid, 'SIGTERM')
  }
  tell()
  await expect.poll(() => fetch(`${origin}/healthz`).catch(() => 'refused')).toBe('refused')
  tell()
  await lock.commit()
  const booked = await answer
  // 503 where so much time has gone that the session counts as busy.
  expect([201, 503]).toContain(booked.status)
  const stored = await db.selectFrom('bookings').select('id').execute()
  expect(stored).toHaveLength(booked.status === 201 ? 1 : 0)
  expect(booked.headers.get('connection')).toBe('close')
  expect(await web.exited).toBe(0)
  expect(web.wasKilled()).toBe(false)
})
