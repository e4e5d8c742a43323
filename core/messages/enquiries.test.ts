import { expect, test } from '#tests/support/database.ts'
import { openEnquiryForm, sendEnquiry } from './commands/send-enquiry.ts'

test('an enquiry written in less than three seconds is a machine’s, one in three a quick person’s', async ({
  deps,
}) => {
  const opened = new Date()
  const sentAfter = (ms: number) =>
    sendEnquiry(
      deps,
      {
        opened: openEnquiryForm(deps, opened),
        name: 'Erika',
        email: 'erika@example.com',
        business: '',
        message: 'Three studios. Can we talk?',
        language: 'en',
        address: '192.0.2.1',
      },
      new Date(opened.getTime() + ms),
    )
  expect(await sentAfter(2999)).toEqual({ ok: false, reason: 'too_fast' })
  expect(await sentAfter(3000)).toEqual({ ok: true })
})
