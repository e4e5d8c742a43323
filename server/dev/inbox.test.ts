import { once } from 'node:events'
import fs from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import nodemailer from 'nodemailer'
import { expect, test } from 'vitest'
import { startInbox } from './inbox.ts'

async function send(smtpUrl: string, subject: string) {
  const transport = nodemailer.createTransport(smtpUrl)
  await transport.sendMail({
    from: '“Студия Вера” via Openspot <hello@openspot.test>',
    to: 'Zoë <zoe@example.com>',
    subject,
    text: 'See https://openspot.test/booking/AB',
    html: '<p>See <a href="https://openspot.test/booking/AB">your booking</a><script>alert(1)</script></p>',
    attachments: [
      {
        filename: 'spot.ics',
        content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
        contentType: 'text/calendar',
      },
    ],
  })
  transport.close()
}

test('a mail survives a restart, is shown without running any of its content, and its calendar file can be downloaded', async () => {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'openspot-inbox-'))
  const first = await startInbox({ dir })
  await send(first.smtpUrl, 'Booked: Йога 🧘 <b>')
  await first.stop()

  const inbox = await startInbox({ dir })
  const [message] = inbox.messages()
  expect(message).toMatchObject({
    to: ['zoe@example.com'],
    from: 'hello@openspot.test',
    subject: 'Booked: Йога 🧘 <b>',
    attachments: [{ filename: 'spot.ics', contentType: 'text/calendar' }],
  })
  const base = `${inbox.url}/m/${message?.id}`
  expect(await (await fetch(inbox.url)).text()).toContain('Йога 🧘 &lt;b&gt;')
  const page = await (await fetch(base)).text()
  expect(page).toContain('sandbox=')
  expect(page).toContain('“Студия Вера” via Openspot')
  expect((await fetch(`${base}/html`)).headers.get('content-security-policy')).toContain(
    "default-src 'none'",
  )
  expect(await (await fetch(`${base}/attachments/0`)).text()).toContain('BEGIN:VCALENDAR')
  await inbox.stop()
  await fs.rm(dir, { recursive: true })
})

test('mails can be asked for by address and be deleted', async () => {
  const inbox = await startInbox({})
  await send(inbox.smtpUrl, 'one')
  await send(inbox.smtpUrl, 'two')
  const found: unknown = await (await fetch(`${inbox.url}/api/messages?to=ZOE@example.com`)).json()
  expect(found).toMatchObject([{ subject: 'two' }, { subject: 'one' }])
  expect(await (await fetch(`${inbox.url}/api/messages?to=nobody@example.com`)).json()).toEqual([])
  await fetch(`${inbox.url}/api/clear`, { method: 'POST' })
  expect(inbox.messages()).toEqual([])
  await inbox.stop()
})

test('a page of another site that resolves its hostname to our address (DNS rebinding) can read no mail', async () => {
  const inbox = await startInbox({})
  const { port } = new URL(inbox.url)
  const statusFor = async (host: string) => {
    const [answer]: IncomingMessage[] = await once(
      get({ port, path: '/api/messages', headers: { host } }),
      'response',
    )
    answer?.resume()
    return answer?.statusCode
  }
  expect(await statusFor(`evil.example:${port}`)).toBe(403)
  expect(await statusFor(`127.0.0.1:${port}`)).toBe(200)
  expect(await statusFor(`localhost:${port}`)).toBe(200)
  await inbox.stop()
})
