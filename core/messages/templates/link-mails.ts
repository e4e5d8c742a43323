import { z } from 'zod'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { findPurchaseDetails, isAddressOf } from '#core/bookings/queries/purchase-details.ts'
import { findEnquiry } from '../queries/last-looks.ts'
import { insideText, strangersName } from '../rules/names.ts'
import { defineCheckedLetter } from './define-letter.ts'
import { onePage } from './one-page.ts'
import { mailTexts } from './translator.ts'

const anId = '00000000-0000-4000-8000-000000000001'
const aPurchase = { purchaseId: anId, reference: 'ABCDEFGHJK', tokenRotation: 0 }

const ofChat = z.object({ purchaseId: z.uuid(), chat: z.string() })

/** Mails of one page that no vendor sends: about the link of a purchase, and to the operator. */
export const linkMails = {
  /** The link that has replaced the others, without a word of the vendor's. It is made when the mail is sent: the newest. */
  'booking.new_link': defineCheckedLetter({
    to: ['customer'],
    facts: z.object({ purchaseId: z.uuid() }),
    async lookAgain({ db }, { recipient, facts: { purchaseId } }) {
      const purchase = await findPurchaseDetails(db, purchaseId)
      if (!purchase || !isAddressOf(purchase, recipient)) return null
      const { reference, tokenRotation } = purchase
      return { purchaseId, reference, tokenRotation }
    },
    write(deps, { language, facts }) {
      const t = mailTexts(language)
      return onePage(deps, language, {
        letter: 'newLink',
        href: manageUrl(deps, facts),
        smallPrint: [t('reference', { reference: facts.reference })],
        notes: [t('letters.links.note')],
        footer: null,
      })
    },
    examples: [{ audience: 'customer', facts: { ...aPurchase, tokenRotation: 1 } }],
  }),
  /**
   * Tells the email address of a purchase that its link has connected a chat, which gets the same news from now on. The page that
   * the button opens can disconnect it.
   */
  'booking.chat_connected': defineCheckedLetter({
    to: ['customer'],
    facts: ofChat,
    async lookAgain({ db }, { recipient, facts: { chat, purchaseId } }) {
      const purchase = await findPurchaseDetails(db, purchaseId)
      if (purchase?.customerTelegram !== chat || !isAddressOf(purchase, recipient)) return null
      const { reference, tokenRotation, customerTelegramName } = purchase
      return { purchaseId, reference, tokenRotation, name: customerTelegramName ?? '' }
    },
    write(deps, { language, facts: { name, ...purchase } }) {
      const t = mailTexts(language)
      return onePage(deps, language, {
        letter: 'chatConnected',
        words: { name: insideText(name) },
        href: `${manageUrl(deps, purchase)}#telegram`,
        smallPrint: [t('reference', { reference: purchase.reference })],
        notes: [t('letters.links.note')],
        footer: null,
      })
    },
    examples: [{ audience: 'customer', facts: { ...aPurchase, name: '@carla_w' } }],
  }),
  /** Tells a chat that a link had connected that it gets no more news of the purchase. */
  'booking.chat_disconnected': defineCheckedLetter({
    to: ['chat'],
    facts: ofChat,
    async lookAgain({ db }, { facts: { chat, purchaseId } }) {
      const purchase = await findPurchaseDetails(db, purchaseId)
      // It was connected again since.
      if (!purchase || purchase.customerTelegram === chat) return null
      return { reference: purchase.reference }
    },
    write: (deps, { language, facts: words }) =>
      onePage(deps, language, {
        letter: 'chatDisconnected',
        words,
        smallPrint: [mailTexts(language)('reference', words)],
        footer: null,
      }),
    examples: [{ audience: 'chat', facts: { reference: 'ABCDEFGHJK' } }],
  }),
  /** A message from the contact form; replies go to its sender. */
  'enquiry.received': defineCheckedLetter({
    to: ['operator'],
    facts: z.object({ enquiryId: z.uuid() }),
    lookAgain: findEnquiry,
    write(deps, { language, facts: { name, email, business, message } }) {
      const t = mailTexts(language)
      const named = business === null ? null : strangersName(business)
      return onePage(deps, language, {
        letter: 'enquiry',
        words: { name: strangersName(name), business: named === null ? '' : `, ${named}` },
        blocks: [
          {
            rows: [
              { label: t('labels.customer'), value: strangersName(name) },
              { label: t('labels.email'), value: email, href: `mailto:${email}` },
              ...(named === null ? [] : [{ label: t('labels.company'), value: named }]),
              { label: t('labels.message'), value: message },
            ],
          },
        ],
        footer: 'operator',
        replyTo: { name, address: email },
      })
    },
    examples: ['Studio Erika', null].map((business) => ({
      audience: 'operator',
      facts: {
        name: 'Erika',
        email: 'erika@example.com',
        business,
        message: 'Guten Tag',
      },
    })),
  }),
}
