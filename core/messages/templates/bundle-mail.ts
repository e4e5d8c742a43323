import { manageUrl } from '#core/bookings/queries/links.ts'
import { findBundleLeftToSend } from '../queries/current-bundle.ts'
import { findSenderLook, type SenderLook } from '../queries/sender.ts'
import { type BundleLetter, insideText } from '../rules.ts'
import { type BundleLeft, bundleLeftSchema } from '../schema.ts'
import { bundleBlock, bundleLeftWords } from './bundle-texts.ts'
import { defineCheckedLetter } from './define-letter.ts'
import { renderPage } from './layout.ts'
import { bundleWithoutLinks, isNeutral, neutralTitle } from './neutral-words.ts'
import { mailTexts } from './translator.ts'

/** What happened to the credits of a bundle whose class is no longer offered, or that somebody else has now. */
export function bundleMail(letter: BundleLetter) {
  return defineCheckedLetter({
    to: ['customer'],
    facts: bundleLeftSchema,
    async lookAgain(deps, message) {
      const facts = await findBundleLeftToSend(deps.db, message)
      if (!facts) return null
      const neutral = await isNeutral(deps, message)
      return { ...facts, neutral, look: await findSenderLook(deps, message, neutral) }
    },
    async write(deps, { language, facts: { neutral, isFormer, look, ...told } }) {
      const t = mailTexts(language)
      const facts = neutral ? bundleWithoutLinks(t, told) : told
      const { bundle, purchase, vendor } = facts
      const operator = deps.settings.operatorName
      const business = insideText(vendor.name) || operator
      const words = { business, operator, ...bundleLeftWords(facts, language) }
      const page = await renderPage({
        language,
        sender: { name: insideText(vendor.name), accent: null, picture: null, ...look },
        operator,
        title: t(`letters.${letter}.title`, words),
        text: t(`letters.${letter}.text`, words),
        blocks: [
          // What is owed, and what is left, is the next holder's.
          letter === 'bundleHandedOver'
            ? { heading: insideText(bundle.name), lines: [], dates: [], end: [] }
            : bundleBlock(t, { bundle, about: [], dates: [], paidTo: business }, language),
        ],
        button:
          isFormer || letter === 'bundleHandedOver'
            ? null
            : { label: t(`letters.${letter}.button`, words), href: manageUrl(deps, purchase) },
        smallPrint: [t('reference', { reference: purchase.reference })],
        notes: [],
        footer: [t('footer.customer', words), ...(vendor.email ? [t('footer.reply', words)] : [])],
      })
      return {
        ...page,
        subject: neutral
          ? t(`letters.${letter}.neutralSubject`, { title: neutralTitle(t, facts) })
          : t(`letters.${letter}.subject`, words),
        senderName: neutral
          ? null
          : t('viaOperator', { business: vendor.name || operator, operator }),
        replyTo: vendor.email === null ? null : { name: vendor.name, address: vendor.email },
        attachments: [],
      }
    },
    examples: [
      example,
      { ...example, facts: { ...example.facts, sessions: 1 } },
      ...(letter === 'bundleMoved'
        ? [{ ...example, facts: { ...example.facts, sessions: 0 } }]
        : []),
      { ...example, facts: { ...example.facts, neutral: true } },
    ],
  })
}

type Said = BundleLeft & {
  neutral: boolean
  /** for a former holder, whose link opens nothing any more */
  isFormer?: boolean
  look?: SenderLook
}

const example: { audience: 'customer'; facts: Said } = {
  audience: 'customer',
  facts: {
    purchase: {
      groupId: '00000000-0000-4000-8000-000000000001',
      reference: 'ABCDEFGHJK',
      tokenRotation: 0,
      customerName: 'Carla',
      customerEmail: 'carla@example.com',
      customerPhone: null,
    },
    vendor: { name: 'Studio Vera', email: 'studio@example.com' },
    bundle: {
      name: 'Yoga 10',
      priceMinor: 6000,
      currency: 'EUR',
      owedMinor: -2400,
      isPaidFor: true,
      sessionsLeft: 0,
      expiresAt: '2027-03-28T16:00:00.000Z',
      zone: 'Europe/Berlin',
      isOpen: false,
      isWithdrawn: false,
      returned: 0,
    },
    fromClass: 'Yoga',
    toClass: 'Pilates',
    sessions: 2,
    entitlementId: null,
    toClassId: null,
    neutral: false,
  },
}
