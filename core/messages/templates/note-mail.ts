import { manageUrl } from '#core/bookings/queries/links.ts'
import { findPurchaseDetails, isAddressOf } from '#core/bookings/queries/purchase-details.ts'
import { findSenderLook, type SenderLook } from '../queries/sender.ts'
import { insideText } from '../rules/names.ts'
import { type NoteFacts, noteFactsSchema } from '../schema.ts'
import { defineCheckedLetter } from './define-letter.ts'
import { renderPage } from './layout.ts'
import { isNeutral } from './neutral-words.ts'
import { mailTexts } from './translator.ts'

type Said = NoteFacts & { look: SenderLook; tokenRotation: number }

/** What the vendor wrote to a customer. Not sent if the address was corrected since, or the vendor is not proven any more. */
export const noteMail = defineCheckedLetter({
  to: ['customer', 'chat'],
  facts: noteFactsSchema,
  async lookAgain(deps, message): Promise<Said | null> {
    const { facts, recipient } = message
    const purchase = await findPurchaseDetails(deps.db, facts.purchaseId)
    if (!purchase || !isAddressOf(purchase, recipient)) return null
    if (await isNeutral(deps, message)) return null
    const look = await findSenderLook(deps, message, false)
    return { ...facts, tokenRotation: purchase.tokenRotation, look }
  },
  async write(deps, { language, facts: { look, ...facts } }) {
    const t = mailTexts(language)
    const operator = deps.settings.operatorName
    const business = insideText(facts.vendor.name) || operator
    const words = { business, operator, reference: facts.reference }
    const page = await renderPage({
      language,
      sender: { name: business, ...look },
      operator,
      title: t('letters.note.title', words),
      text: t('letters.note.text', words),
      paragraphs: facts.text.split(/\n+/),
      blocks: [],
      button: { label: t('letters.note.button'), href: manageUrl(deps, facts) },
      smallPrint: [t('reference', words)],
      notes: [],
      footer: [
        t('footer.customer', words),
        ...(facts.vendor.email === null ? [] : [t('footer.reply', words)]),
      ],
    })
    const { name, email: address } = facts.vendor
    return {
      ...page,
      subject: t('letters.note.title', words),
      senderName: business,
      replyTo: address === null ? null : { name, address },
      attachments: [],
    }
  },
  examples: [
    {
      audience: 'customer',
      facts: {
        by: 'vendor',
        batchId: '00000000-0000-4000-8000-000000000002',
        text: 'Please bring a towel tomorrow.\nThe showers are repaired.',
        purchaseId: '00000000-0000-4000-8000-000000000001',
        reference: 'ABCDEFGHJK',
        tokenRotation: 0,
        vendor: { name: 'Studio Vera', email: 'vera@example.com' },
        look: { accent: null, picture: null },
      },
    },
  ],
})
