import type { Deps } from '#core/shared/deps.ts'
import { queueMessage } from './queue-message.ts'

export type EnquiryNews = { eventId: string; enquiryId: string }

/** Queues an enquiry for the operator. Without an operator address it is only stored and logged. */
export async function tellOperator(
  { db, settings, log }: Pick<Deps, 'db' | 'settings' | 'log'>,
  { eventId, enquiryId }: EnquiryNews,
): Promise<void> {
  const enquiry = await db
    .selectFrom('enquiries')
    .where('id', '=', enquiryId)
    .select(['name', 'email', 'business', 'message'])
    .executeTakeFirst()
  if (!enquiry) return
  if (settings.operatorEmail === null)
    log.warn({ enquiryId }, 'an enquiry was stored but not sent: OPERATOR_EMAIL is not set')
  await db.transaction().execute((tx) =>
    queueMessage(tx, {
      eventId,
      audience: 'operator',
      kind: 'enquiry.received',
      address: settings.operatorEmail,
      otherwise: settings.operatorName,
      language: 'en',
      facts: { enquiryId, ...enquiry },
    }),
  )
}
