import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { selfSigned } from './self-signed.ts'

export type MailServer = {
  smtpUrl: string
  /** the names with which clients greeted it */
  greetings: Set<string>
  /** what was taken, in order */
  mails: Email[]
  /** the same, as it came */
  raw: string[]
  /** Keeps back the answer to every message from now on, until `letGo`. */
  hold(): { waiting: () => number; letGo: () => void }
  stop(): Promise<void>
}

export type Step = 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA'

type Habits = {
  /** offers STARTTLS with a certificate that it has signed itself */
  selfSigned?: boolean
  /** how it refuses, and when: '550 5.1.1 nobody@example.com is not here' */
  says?: { at: Step; words: string }
  /** it takes what it is told then, and hangs up without an answer */
  lostAt?: 'RCPT TO' | 'DATA'
  /** how long it takes to answer a message */
  slowMs?: number
}

/**
 * A mail server that takes what comes; `refuse` may name a code for the nth message (1 = first). Like relays of the big
 * providers it refuses clients that call themselves by an address of their own machine.
 */
export async function startMailServer(
  refuse: (nth: number) => number | null = () => null,
  habits: Habits = {},
): Promise<MailServer> {
  const { says, lostAt, slowMs = 0 } = habits
  const mails: Email[] = []
  const raw: string[] = []
  const greetings = new Set<string>()
  let counter = 0
  let waiting = 0
  let held: Promise<void> | null = null
  const refusal = (at: Step) => (says?.at === at ? refused(says.words) : null)
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    ...(habits.selfSigned && selfSigned),
    disabledCommands: [
      ...(habits.selfSigned ? [] : ['STARTTLS']),
      ...(says?.at === 'AUTH' ? [] : ['AUTH']),
    ],
    onAuth: (_auth, _session, done) => done(refusal('AUTH'), { user: 'openspot' }),
    onMailFrom(_address, { hostNameAppearsAs }, done) {
      greetings.add(String(hostNameAppearsAs))
      const isOwnMachine = /^\[?127\./.test(String(hostNameAppearsAs))
      done(isOwnMachine ? refused('421 4.7.0 Try again later (EHLO)') : refusal('MAIL FROM'))
    },
    onRcptTo: (_address, _session, done) =>
      lostAt === 'RCPT TO' ? hangUp() : done(refusal('RCPT TO')),
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        counter += 1
        if (lostAt === 'DATA') return hangUp()
        const code = refuse(counter)
        const refusedNow =
          code === null ? refusal('DATA') : refused(`${code} refused for secret@example.com`)
        if (refusedNow) return done(refusedNow)
        const take = async () => {
          const mail = await PostalMime.parse(Buffer.concat(chunks), { attachmentEncoding: 'utf8' })
          waiting += 1
          await held
          waiting -= 1
          await pause(slowMs)
          mails.push(mail)
          raw.push(Buffer.concat(chunks).toString('latin1'))
        }
        take().then(
          () => done(),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        )
      })
    },
  })
  server.on('error', () => {})
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  function hangUp() {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  return {
    smtpUrl: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    mails,
    raw,
    greetings,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return {
        waiting: () => waiting,
        letGo() {
          held = null
          resolve()
        },
      }
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

function refused(words: string): Error {
  const [code, ...text] = words.split(' ')
  return Object.assign(new Error(text.join(' ')), { responseCode: Number(code) })
}
