import { z } from 'zod'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { findPurchaseDetails, isAddressOf } from '#core/bookings/queries/purchase-details.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { insideText } from '../rules/names.ts'
import { defineCheckedLetter, type Written } from './define-letter.ts'
import { logoOf, renderPage } from './layout.ts'
import { mailTexts } from './translator.ts'

const facts = z.object({ purchaseId: z.uuid(), chat: z.string() })
const purchaseId = '00000000-0000-4000-8000-000000000001'

type Said = {
  letter: 'chatConnected' | 'chatDisconnected'
  language: Language
  reference: string
  /** who is called so at Telegram */
  name: string
  /** null: there is no link to go on with */
  href: string | null
}

/**
 * Tells the email address of a purchase that its link has connected a chat, which gets the same news from now on. The page that
 * the button opens can disconnect it.
 */
export const chatConnectedMail = defineCheckedLetter({
  to: ['customer'],
  facts,
  async lookAgain({ db }, { recipient, facts: { chat, ...said } }) {
    const purchase = await findPurchaseDetails(db, said.purchaseId)
    if (purchase?.customerTelegram !== chat || !isAddressOf(purchase, recipient)) return null
    const { reference, tokenRotation, customerTelegramName } = purchase
    return { ...said, reference, tokenRotation, name: customerTelegramName ?? '' }
  },
  write: (deps, { language, facts: said }) =>
    write(deps, {
      ...said,
      letter: 'chatConnected',
      language,
      href: `${manageUrl(deps, said)}#telegram`,
    }),
  examples: [
    {
      audience: 'customer',
      facts: { purchaseId, reference: 'ABCDEFGHJK', tokenRotation: 0, name: '@carla_w' },
    },
  ],
})

/** Tells a chat that a link had connected that it gets no more news of the purchase. */
export const chatDisconnectedMail = defineCheckedLetter({
  to: ['chat'],
  facts,
  async lookAgain({ db }, { facts: { chat, ...said } }) {
    const purchase = await findPurchaseDetails(db, said.purchaseId)
    // It was connected again since.
    if (!purchase || purchase.customerTelegram === chat) return null
    return { reference: purchase.reference }
  },
  write: (deps, { language, facts: { reference } }) =>
    write(deps, { letter: 'chatDisconnected', language, reference, name: '', href: null }),
  examples: [{ audience: 'chat', facts: { reference: 'ABCDEFGHJK' } }],
})

async function write(
  { settings, origin }: Pick<Deps, 'settings' | 'origin'>,
  { letter, language, reference, name, href }: Said,
): Promise<Written> {
  const t = mailTexts(language)
  const words = { name: insideText(name), reference }
  const title = t(`letters.${letter}.title`, words)
  const page = await renderPage({
    language,
    title,
    text: t(`letters.${letter}.text`, words),
    sender: null,
    logo: logoOf({ settings, origin }),
    operator: settings.operatorName,
    blocks: [],
    button: href === null ? null : { label: t('letters.chatConnected.button'), href },
    smallPrint: [t('reference', words)],
    notes: href === null ? [] : [t('letters.links.note')],
    footer: [],
  })
  return { ...page, subject: title, senderName: null, replyTo: null, attachments: [] }
}
