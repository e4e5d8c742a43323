import { onTestFinished } from 'vitest'
import { createLog } from '#core/shared/log.ts'
import { expect, test } from '#tests/support/database.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { createMailer } from './mailer.ts'

test('a mail server elsewhere gets nothing in clear text, one on this machine may', async () => {
  const server = await startMailServer()
  onTestFinished(server.stop)
  const { port } = new URL(server.smtpUrl)
  const sendTo = async (host: string) => {
    const mailer = createMailer({
      smtpUrl: `smtp://${host}:${port}`,
      from: 'Openspot <hello@example.com>',
      log: createLog('silent'),
    })
    onTestFinished(() => mailer.close())
    return mailer.send({
      messageId: 'one@example.com',
      to: 'carla@example.com',
      senderName: null,
      replyTo: null,
      subject: 'Booked',
      html: '<p>Booked</p>',
      text: 'Booked',
      attachments: [],
    })
  }
  // Another name of this machine, which nobody can know to be one.
  expect(await sendTo('0.0.0.0')).toMatchObject({ sent: false, retry: true })
  expect(server.mails).toEqual([])
  expect(await sendTo('127.0.0.1')).toEqual({ sent: true })
})
