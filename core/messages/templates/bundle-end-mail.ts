import { z } from 'zod'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { findPurchaseDetails, isAddressOf } from '#core/bookings/queries/purchase-details.ts'
import { listPassesOfPurchase } from '#core/passes/queries.ts'
import type { BundleEndLetter } from '../rules/kinds.ts'
import { insideText } from '../rules/names.ts'
import { bundleEndTexts } from '../texts/bundle-ends.ts'
import { lastDayText } from './clock-texts.ts'
import { defineCheckedLetter } from './define-letter.ts'
import { renderPage } from './layout.ts'
import { isNeutral, listedWithoutLinks } from './neutral-words.ts'
import { letterTexts, mailTexts } from './translator.ts'

const aPurchase = {
  purchaseId: '00000000-0000-4000-8000-000000000001',
  reference: 'ABCDEFGHJK',
  tokenRotation: 0,
}

type SaidOfBundle = {
  purchase: typeof aPurchase
  business: string
  email: string | null
  bundle: string
  count: number
  expiresAt: string
  zone: string
  neutral: boolean
}

/** Tells the customer of a bundle when it ends; not sent when no session is left, or it has ended. */
export function bundleMail(letter: BundleEndLetter) {
  return defineCheckedLetter({
    to: ['customer', 'chat'],
    facts: z.object({ passId: z.uuid() }),
    async lookAgain(deps, message): Promise<SaidOfBundle | null> {
      const { purchaseId, recipient, facts } = message
      const purchase = purchaseId && (await findPurchaseDetails(deps.db, purchaseId))
      if (!purchase || !isAddressOf(purchase, recipient)) return null
      const passes = await listPassesOfPurchase(deps.db, purchase.id)
      const pass = passes.find(({ passId }) => passId === facts.passId)
      if (!pass?.isOpen) return null
      const { reference, tokenRotation, vendorName, contactEmail } = purchase
      return {
        purchase: { purchaseId: purchase.id, reference, tokenRotation },
        business: vendorName,
        email: contactEmail,
        bundle: pass.name,
        count: pass.remaining,
        expiresAt: pass.expiresAt.toISOString(),
        zone: pass.timeZone,
        neutral: await isNeutral(deps, message),
      }
    },
    async write(deps, { language, facts: told }) {
      const t = letterTexts(bundleEndTexts, language)
      const common = mailTexts(language)
      const { purchase, email, count, expiresAt, neutral } = told
      const named = { reference: purchase.reference, business: told.business, classTitle: '' }
      const said = { ...named, bundleName: told.bundle }
      const { business, bundleName } = neutral ? listedWithoutLinks(common, said) : said
      const operator = deps.settings.operatorName
      const words = {
        business: insideText(business) || operator,
        operator,
        bundle: insideText(bundleName) || purchase.reference,
        count,
        day: lastDayText(new Date(expiresAt), told.zone, language),
      }
      const page = await renderPage({
        language,
        sender: { name: insideText(business), accent: null, picture: null },
        operator,
        title: t(`${letter}Title`, words),
        text: t(`${letter}Text`, words),
        blocks: [],
        button: { label: t('bundleButton'), href: manageUrl(deps, purchase) },
        smallPrint: [common('reference', { reference: purchase.reference })],
        notes: [],
        footer: [
          common('footer.customer', words),
          ...(email ? [common('footer.reply', words)] : []),
        ],
      })
      return {
        ...page,
        subject: t(`${letter}Subject`, words),
        senderName: neutral ? null : common('viaOperator', { ...words, business: words.business }),
        replyTo: email === null ? null : { name: business, address: email },
        attachments: [],
      }
    },
    examples: [
      {
        audience: 'customer',
        facts: {
          purchase: aPurchase,
          business: 'Studio Vera',
          email: 'studio@example.com',
          bundle: 'Yoga 10',
          count: 2,
          expiresAt: '2027-03-28T16:00:00.000Z',
          zone: 'Europe/Berlin',
          neutral: false,
        },
      },
    ],
  })
}
