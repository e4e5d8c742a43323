import { z } from 'zod'
import { paidPlans, terms } from '#core/plans/rules.ts'
import { findPlan } from '#core/plans/queries.ts'
import { findVendorReader } from '../queries/vendor-reader.ts'
import { insideText } from '../rules.ts'
import { limitTexts, planNewsTexts } from '../texts/plans.ts'
import { defineCheckedLetter, defineLetter } from './define-letter.ts'
import { logoOf, renderPage } from './layout.ts'
import { letterTexts, mailTexts } from './translator.ts'

const limitSchema = z.object({
  percent: z.union([z.literal(80), z.literal(100)]),
  used: z.number().int(),
  most: z.number().int(),
})

/** Tells a vendor on Free how many of the month's online bookings are used. Superseded when it has another plan by then. */
export const limitMail = defineCheckedLetter({
  to: ['vendor'],
  facts: limitSchema,
  async lookAgain(deps, { vendorId, recipient, facts }) {
    const reader = vendorId && (await findVendorReader(deps.db, vendorId))
    if (!vendorId || !reader || reader.email !== recipient) return null
    if ((await findPlan(deps, vendorId)) !== 'free') return null
    return { ...facts, business: reader.business }
  },
  async write({ settings, origin }, { language, facts }) {
    const t = letterTexts(limitTexts, language)
    const { percent, used, most } = facts
    const words = { used, most, business: insideText(facts.business) }
    const page = await renderPage({
      language,
      title: t(`title${percent}`, words),
      text: t(`text${percent}`, words),
      sender: null,
      logo: logoOf({ settings, origin }),
      operator: settings.operatorName,
      blocks: [],
      button: { label: t('button'), href: `${origin}/subscription` },
      notes: [],
      footer: [mailTexts(language)('footer.vendor', { ...words, operator: settings.operatorName })],
    })
    const subject = t(`subject${percent}`, words)
    return { ...page, subject, senderName: null, replyTo: null, attachments: [] }
  },
  examples: ([80, 100] as const).map((percent) => ({
    audience: 'vendor',
    facts: { percent, used: percent / 10, most: 10, business: 'Studio Vera' },
  })),
})

export const planNews = ['requested', 'cancelled', 'kept', 'downgraded'] as const

/** Tells the operator what a vendor wants or has done about its plan; replies go to the vendor's owner. */
export const planNewsMail = defineLetter({
  to: ['operator'],
  facts: z.object({
    what: z.enum(planNews),
    plan: z.enum(paidPlans),
    term: z.enum(terms),
    business: z.string(),
    email: z.string(),
  }),
  async write({ settings, origin }, { language, facts }) {
    const t = letterTexts(planNewsTexts, language)
    const labels = mailTexts(language)
    const subject = t(facts.what, {
      business: insideText(facts.business),
      plan: t(facts.plan),
      term: t(facts.term),
    })
    const page = await renderPage({
      language,
      title: subject,
      text: t('text'),
      sender: null,
      logo: logoOf({ settings, origin }),
      operator: settings.operatorName,
      blocks: [
        {
          rows: [
            { label: labels('labels.email'), value: facts.email, href: `mailto:${facts.email}` },
          ],
        },
      ],
      button: { label: t('button'), href: `${origin}/super-admin/dashboard` },
      notes: [],
      footer: [t('footer', { operator: settings.operatorName })],
    })
    const replyTo = { name: facts.business, address: facts.email }
    return { ...page, subject, senderName: null, replyTo, attachments: [] }
  },
  examples: planNews.map((what) => ({
    audience: 'operator',
    facts: {
      what,
      plan: 'professional' as const,
      term: 'yearly' as const,
      business: 'Studio Vera',
      email: 'vera@example.com',
    },
  })),
})
