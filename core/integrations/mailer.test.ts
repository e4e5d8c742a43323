import { onTestFinished } from 'vitest'
import { createLog } from '#core/shared/log.ts'
import { expect, test } from '#tests/support/database.ts'
import { startMailServer, type Step } from '#tests/support/mail-server.ts'
import { createMailer, doneMs } from './mailer.ts'

const mail = {
  messageId: 'one@example.com',
  to: 'carla@example.com',
  senderName: null,
  replyTo: null,
  subject: 'Booked',
  html: '<p>Booked</p>',
  text: 'Booked',
  attachments: [],
}

type Habits = Parameters<typeof startMailServer>[1]

async function aMailer(habits: Habits = {}, more: { host?: string; patienceMs?: number } = {}) {
  const { host = '127.0.0.1', patienceMs } = more
  const server = await startMailServer(undefined, habits)
  onTestFinished(server.stop)
  const { port } = new URL(server.smtpUrl)
  const lines: string[] = []
  const mailer = createMailer({
    smtpUrl: `smtp://user:secret@${host}:${port}`,
    from: 'Openspot <hello@example.com>',
    origin: 'https://book.example.com',
    log: createLog('warn', { write: (line: string) => void lines.push(line) }),
    ...(patienceMs !== undefined && { patienceMs }),
  })
  onTestFinished(() => mailer.close())
  return { server, mailer, log: () => lines.join('') }
}

test('a mail server elsewhere gets nothing in clear text, one on this machine may', async () => {
  // Another name of this machine, which nobody can know to be one.
  const elsewhere = await aMailer({}, { host: '0.0.0.0' })
  expect(await elsewhere.mailer.send(mail)).toMatchObject({ sent: false, retry: true })
  expect(elsewhere.server.mails).toEqual([])
  const here = await aMailer()
  expect(await here.mailer.send(mail)).toEqual({ sent: true })
})

test('a certificate that a server has signed itself is accepted on this machine only, and the log says so', async () => {
  const here = await aMailer({ selfSigned: true })
  expect(await here.mailer.send(mail)).toEqual({ sent: true })
  const elsewhere = await aMailer({ selfSigned: true }, { host: '0.0.0.0' })
  expect(await elsewhere.mailer.send(mail)).toMatchObject({ sent: false, retry: true })
  expect(elsewhere.server.mails).toEqual([])
  expect(elsewhere.log()).toMatch(/self-signed certificate/)
})

test('the server is greeted with the host of this site', async () => {
  const { server, mailer } = await aMailer()
  expect(await mailer.send(mail)).toEqual({ sent: true })
  expect([...server.greetings]).toEqual(['book.example.com'])
})

test('a server may take ten minutes to say that it has a mail', async () => {
  expect(doneMs).toBe(600_000)
  const patient = await aMailer({ slowMs: 600 })
  expect(await patient.mailer.send(mail)).toEqual({ sent: true })
  const hasty = await aMailer({ slowMs: 600 }, { patienceMs: 200 })
  expect(await hasty.mailer.send(mail)).toMatchObject({ sent: false, mayHaveArrived: true })
  // A server that is lost before it asked for the message has certainly not got it.
  const early = await aMailer({ lostAt: 'RCPT TO' })
  expect(await early.mailer.send(mail)).toMatchObject({ sent: false, mayHaveArrived: false })
  const late = await aMailer({ lostAt: 'DATA' })
  expect(await late.mailer.send(mail)).toMatchObject({ sent: false, mayHaveArrived: true })
})

test('further headers arrive whole and readable, however long they are', async () => {
  const { server, mailer } = await aMailer()
  const headers = {
    'List-Unsubscribe': `<https://book.example.com/unsubscribe/${'0123456789abcdef-'.repeat(12)}.end?language=de>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  expect(await mailer.send({ ...mail, subject: 'Frühling', headers })).toEqual({ sent: true })
  const [head = ''] = server.raw[0]?.split('\r\n\r\n') ?? []
  const lines = head.split('\r\n')
  // RFC 5322, 2.1.1 and 2.2.3
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(998)
  expect(head).toMatch(/^[\t\r\n\x20-\x7e]*$/)
  const unfolded = head.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n')
  for (const [name, value] of Object.entries(headers))
    expect(unfolded.filter((line) => line.startsWith(`${name}:`))).toEqual([`${name}: ${value}`])
  expect(unfolded).toContain('Auto-Submitted: auto-generated')
})

// What a refusal is about: this recipient, for good; or all our mails, which are tried again.
const refusals: readonly (readonly [Step, words: string, about: 'recipient' | 'us'])[] = [
  ['RCPT TO', '550 5.1.1 carla@example.com is not here', 'recipient'],
  ['RCPT TO', '550 no such user', 'recipient'],
  ['RCPT TO', '550 5.1.1 User unknown in relay recipient table', 'recipient'],
  ['RCPT TO', '550 #5.1.0 Address rejected.', 'recipient'],
  ['RCPT TO', '550 5.7.1 No such user!', 'recipient'],
  ['RCPT TO', '552 5.2.2 mailbox full', 'recipient'],
  ['DATA', '552 5.2.2 mailbox full', 'recipient'],
  ['DATA', '550 5.1.1 nobody', 'recipient'],
  // Postfix
  ['RCPT TO', '554 5.7.1 carla@example.com: Relay access denied', 'us'],
  ['RCPT TO', '553 5.7.1 hello@example.com: Sender address rejected: not owned by user', 'us'],
  ['RCPT TO', '554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org', 'us'],
  ['RCPT TO', '550 5.1.0 Sender address rejected: User unknown in virtual mailbox table', 'us'],
  ['RCPT TO', '554 5.7.1 policy', 'us'],
  // Exim
  ['RCPT TO', '550 Relaying not allowed', 'us'],
  ['RCPT TO', '550 Sender verify failed: no such user', 'us'],
  ['RCPT TO', '550 authentication required', 'us'],
  ['RCPT TO', '550 Administrative prohibition', 'us'],
  // Gmail
  ['RCPT TO', '550 5.7.1 Invalid credentials for relay [192.0.2.1]', 'us'],
  ['DATA', '550 5.7.26 This mail is unauthenticated', 'us'],
  // Outlook
  ['RCPT TO', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain', 'us'],
  ['RCPT TO', '550 5.1.90 You have reached your daily limit for message recipients', 'us'],
  ['DATA', '554 5.2.252 SendAsDenied; not allowed to send as hello@example.com', 'us'],
  ['RCPT TO', '550 5.4.5 Daily user sending limit exceeded', 'us'],
  ['RCPT TO', '550 5.1.8 Sender address rejected: Domain not found', 'us'],
  ['RCPT TO', '550 5.1.7 Sender address rejected', 'us'],
  ['DATA', '554 Message rejected: Email address is not verified', 'us'],
  ['DATA', '550 5.7.1 looks like spam', 'us'],
  ['DATA', '552 5.3.4 too big', 'us'],
  ['MAIL FROM', '553 sender not allowed', 'us'],
  ['MAIL FROM', '550 5.7.1 not allowed to send as that', 'us'],
  ['MAIL FROM', '550 5.1.0 sender rejected', 'us'],
  ['AUTH', '535 5.7.8 Username and Password not accepted', 'us'],
  ['AUTH', '535 wrong password', 'us'],
]

test.for(refusals)('refused at %s with %s: about the %s', async ([at, words, about]) => {
  const { mailer, log } = await aMailer({ says: { at, words } })
  const { sent: _sent, ...result } = { error: '', ...(await mailer.send(mail)) }
  expect(result).toMatchObject(
    about === 'recipient' ? { retry: false } : { retry: true, mayHaveArrived: false },
  )
  // The operator reads the server's words, and nobody's address.
  expect(result.error).toContain(
    `${about === 'us' ? 'refuses us' : 'refused'} (${words.slice(0, 3)} at ${at}`,
  )
  const said = words.replace(/\S+@\S+/g, '…').slice(4)
  expect(result.error).toContain(said)
  expect(log()).toContain(said)
  expect(`${result.error} ${log()}`).not.toContain('carla@')
})

test('what is wrong for now is tried again, wherever it is said', async () => {
  for (const at of ['AUTH', 'MAIL FROM', 'RCPT TO', 'DATA'] as const) {
    const { mailer } = await aMailer({ says: { at, words: '451 4.7.1 greylisted' } })
    expect(await mailer.send(mail)).toMatchObject({
      retry: true,
      error: expect.stringContaining('not accepted (451'),
    })
  }
})
