import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { appendTo } from './history.ts'
import { between, type Random, weighted } from './random.ts'

export type MailSink = {
  smtpUrl: string
  /** From now on every mail is taken and answered. */
  behave(): void
  stop(): Promise<void>
}

const habits = { take: 84, refuse_recipient: 4, refuse: 5, hang: 3, drop: 4 }

/**
 * A mail server that at random takes, refuses for now, hangs, or takes a mail and breaks off before it has
 * answered. Every mail it took is a line of `log`.
 */
export async function startMailSink(log: string, random: Random): Promise<MailSink> {
  const write = appendTo(log)
  let behaves = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, done) {
      if (!behaves && random() < habits.refuse_recipient / 100) return done(refusal(450))
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const messageId = messageIdIn(Buffer.concat(chunks).toString('latin1'))
        const habit = behaves ? 'take' : weighted(random, { ...habits, refuse_recipient: 0 })
        if (habit === 'refuse') return done(refusal(451))
        if (habit === 'hang') {
          const breakOff = () => socketOf(server, session.id)?.destroy()
          return void pause(between(random, 1000, 5000), undefined, { ref: false }).then(breakOff)
        }
        write({ t: Date.now(), messageId, answered: habit !== 'drop' })
        if (habit === 'drop') return socketOf(server, session.id)?.destroy()
        done()
      })
    },
  })
  // Clients that are killed break off in the middle.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  return {
    smtpUrl: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    behave() {
      behaves = true
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('try again later'), { responseCode })
}

function messageIdIn(mail: string): string {
  return /^message-id:\s*<([^>@]+)/im.exec(mail)?.[1] ?? ''
}

/** The library names its connections by the id of the session and hands out no socket. */
function socketOf(server: SMTPServer, sessionId: string): net.Socket | null {
  for (const connection of server.connections) {
    if (connection.id !== sessionId) continue
    const socket: unknown = connection._socket
    return socket instanceof net.Socket ? socket : null
  }
  return null
}
