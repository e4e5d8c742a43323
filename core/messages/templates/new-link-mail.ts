import { z } from 'zod'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { findPurchaseDetails, isAddressOf } from '#core/bookings/queries/purchase-details.ts'
import { defineCheckedLetter } from './define-letter.ts'
import { logoOf, renderPage } from './layout.ts'
import { mailTexts } from './translator.ts'

/**
 * The link to a purchase after it was replaced, without a word of the vendor's. It is made when the mail is sent, so that
 * it is the newest.
 */
export const newLinkMail = defineCheckedLetter({
  to: ['customer'],
  facts: z.object({ purchaseId: z.uuid() }),
  async lookAgain({ db }, { recipient, facts: { purchaseId } }) {
    const purchase = await findPurchaseDetails(db, purchaseId)
    if (!purchase || !isAddressOf(purchase, recipient)) return null
    const { reference, tokenRotation } = purchase
    return { purchaseId, reference, tokenRotation }
  },
  async write(deps, { language, facts }) {
    const t = mailTexts(language)
    const page = await renderPage({
      language,
      title: t('letters.newLink.title'),
      text: t('letters.newLink.text'),
      sender: null,
      logo: logoOf(deps),
      operator: deps.settings.operatorName,
      blocks: [],
      button: { label: t('letters.newLink.button'), href: manageUrl(deps, facts) },
      smallPrint: [t('reference', { reference: facts.reference })],
      notes: [t('letters.links.note')],
      footer: [],
    })
    return {
      ...page,
      subject: t('letters.newLink.title'),
      senderName: null,
      replyTo: null,
      attachments: [],
    }
  },
  examples: [
    {
      audience: 'customer',
      facts: {
        purchaseId: '00000000-0000-4000-8000-000000000001',
        reference: 'ABCDEFGHJK',
        tokenRotation: 1,
      },
    },
  ],
})
