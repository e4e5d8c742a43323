import { expect, test } from '#tests/support/database.ts'
import { openEnquiryForm, sendEnquiry } from './commands/send-enquiry.ts'

const written = {
  name: 'Erika',
  email: 'erika@example.com',
  business: '',
  message: 'Three studios. Can we talk?',
  language: 'en',
  network: '192.0.2.1',
} as const

test('a form that is sent as soon as it is open is an enquiry: browsers fill in forms', async ({
  deps,
}) => {
  const now = new Date()
  const opened = openEnquiryForm(deps, now)
  expect(await sendEnquiry(deps, { ...written, opened }, now)).toEqual({ ok: true })
})

test('a form is one enquiry, whatever is added to its key', async ({ db, deps }) => {
  const now = new Date()
  const key = openEnquiryForm(deps, now)
  for (const opened of [key, `${key}.more`, `${key}.`, `${key}.\u0000`, `${key}\u0000`])
    await sendEnquiry(deps, { ...written, opened }, now)
  const stored = await db.selectFrom('enquiries').select('formKey').execute()
  expect(stored).toHaveLength(1)
})
