import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  smtpUrl: string
  /** what was taken, in order */
  mails: Email[]
  /** Keeps back the answer to every message from now on, until `letGo`. */
  hold(): { waiting: () => number; letGo: () => void }
  stop(): Promise<void>
}

/** A mail server that takes what comes; `refuse` may name a code for the nth message (1 = first). */
export async function startMailServer(
  refuse: (nth: number) => number | null = () => null,
): Promise<MailServer> {
  const mails: Email[] = []
  let counter = 0
  let waiting = 0
  let held: Promise<void> | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        counter += 1
        const code = refuse(counter)
        if (code !== null)
          return done(
            Object.assign(new Error('refused for secret@example.com'), { responseCode: code }),
          )
        const take = async () => {
          const mail = await PostalMime.parse(Buffer.concat(chunks), { attachmentEncoding: 'utf8' })
          waiting += 1
          await held
          waiting -= 1
          mails.push(mail)
        }
        take().then(
          () => done(),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        )
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  return {
    smtpUrl: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    mails,
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
