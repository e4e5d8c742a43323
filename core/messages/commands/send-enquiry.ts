import { randomBytes } from 'node:crypto'
import type { Deps } from '#core/shared/deps.ts'
import { emit } from '#core/events/emit.ts'
import { sign, verify } from '#core/shared/signing.ts'
import type { Language } from '#core/shared/languages.ts'
import type { EnquiryForm } from '../schema.ts'

const mostMs = 24 * 60 * 60_000
const purpose = 'enquiry form'

/** The key of a form: when it was opened and a random number, signed. One per form shown. */
export function openEnquiryForm({ secretKeys }: Pick<Deps, 'secretKeys'>, now: Date): string {
  const text = `${now.getTime().toString(36)}.${randomBytes(9).toString('base64url')}`
  return `${text}.${sign(secretKeys, purpose, text)}`
}

export type Enquiry = EnquiryForm & {
  /** the value of openEnquiryForm as the form sent it back */
  opened: string
  language: Language
  /** network address of the sender */
  network: string
}

export type EnquirySent = { ok: true } | { ok: false; reason: 'form_too_old' | 'rate_limited' }

/** Stores an enquiry and queues it for the operator. A form sent twice is one enquiry. */
export async function sendEnquiry(
  deps: Pick<Deps, 'db' | 'limits' | 'secretKeys'>,
  { opened, network, business, ...written }: Enquiry,
  now: Date,
): Promise<EnquirySent> {
  const age = ageOf(deps, opened, now)
  if (age === null || age > mostMs) return { ok: false, reason: 'form_too_old' }
  if (!(await deps.limits.enquiryPerNetwork.take(network)).ok)
    return { ok: false, reason: 'rate_limited' }
  await deps.db.transaction().execute(async (tx) => {
    const stored = await tx
      .insertInto('enquiries')
      .values({ ...written, business: business || null, formKey: opened })
      .onConflict((conflict) => conflict.column('formKey').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (stored) await emit(tx, 'enquiry.received', { enquiryId: stored.id })
  })
  return { ok: true }
}

/** Milliseconds since the form was opened. Null if it is not our form. */
function ageOf({ secretKeys }: Pick<Deps, 'secretKeys'>, opened: string, now: Date): number | null {
  // The whole key is signed: anything added to it would make another form of it.
  const [at = '', number = '', signature = '', ...more] = opened.split('.')
  if (more.length > 0 || !verify(secretKeys, purpose, `${at}.${number}`, signature)) return null
  return now.getTime() - parseInt(at, 36)
}
