import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import { createLog } from './log.ts'

function aLog() {
  const lines: string[] = []
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  return { log: createLog('info', to), lines }
}

test.for(['err', 'error'])(
  'what failed is logged under "%s" without what is in the rows',
  async (key, { db }) => {
    const email = 'carla.customer@example.com'
    const write = () =>
      sql`insert into users (email, name, email_verified) values (${email}, 'Carla', true)`.execute(
        db,
      )
    await write()
    const failure: unknown = await write().catch((error: unknown) => error)
    const { log, lines } = aLog()
    log.error({ [key]: new Error('It was not stored.', { cause: failure }) }, 'a form failed')
    const line: unknown = JSON.parse(lines[0] ?? '')
    expect(line).toMatchObject({
      [key]: {
        name: 'Error',
        message: 'It was not stored.',
        stack: expect.stringContaining('log.test.ts'),
        cause: { code: '23505', constraint: expect.stringContaining('users'), name: 'error' },
      },
    })
    expect(lines[0]).not.toContain(email)
  },
)

test('a reason in words is logged as it is', () => {
  const { log, lines } = aLog()
  log.warn({ error: 'refused (550)' }, 'a mail was not sent')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ error: 'refused (550)' })
})
