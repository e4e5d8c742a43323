import { sql } from 'kysely'
import { z } from 'zod'
import { planWishes } from '#core/events/catalogue.ts'
import { findPlan, findPlanWishes } from '#core/plans/queries.ts'
import { planNews, type PlanNews, planNewsSince } from '#core/plans/rules.ts'
import { findVendorReader } from '../queries/vendor-reader.ts'
import { insideText } from '../rules/names.ts'
import { limitTexts, planNewsTexts } from '../texts/plans.ts'
import { defineCheckedLetter } from './define-letter.ts'
import { logoOf, renderPage } from './layout.ts'
import { letterTexts, mailTexts } from './translator.ts'

const limitSchema = z.object({
  percent: z.union([z.literal(80), z.literal(100)]),
  used: z.number().int(),
  most: z.number().int(),
})

/** Tells a vendor on Free how many of the month's online bookings are used. Not sent when it has another plan by then. */
export const limitMail = defineCheckedLetter({
  to: ['vendor'],
  facts: limitSchema,
  async lookAgain(deps, { vendorId, recipient, facts }) {
    const reader = vendorId && (await findVendorReader(deps.db, vendorId))
    if (!vendorId || !reader || !reader.hasAddress(recipient)) return null
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

type PlanLetter = { news: [PlanNews, ...PlanNews[]]; business: string; email: string }

/**
 * Tells the operator what a vendor wants or has done about its plan, as it is when the mail is sent; replies go to the vendor's
 * owner. Not sent when everything was undone or answered.
 */
export const planNewsMail = defineCheckedLetter({
  to: ['operator'],
  /** `at`: of the first change, and `before`: how it was then */
  facts: z.object({ vendorId: z.uuid(), at: z.iso.datetime(), before: planWishes }),
  async lookAgain({ db }, { facts }): Promise<PlanLetter | null> {
    const vendor = await db
      .selectFrom('vendors as v')
      .innerJoin('vendorMembers as m', (join) =>
        join.onRef('m.vendorId', '=', 'v.id').on('m.role', '=', 'owner'),
      )
      .innerJoin('users as u', 'u.id', 'm.userId')
      .where(sql<boolean>`v.id = ${facts.vendorId}`)
      .select(['v.id', 'u.email', sql<string>`vendor_name(v)`.as('business')])
      .executeTakeFirst()
    if (!vendor) return null
    const [first, ...more] = planNewsSince(facts.before, await findPlanWishes(db, vendor.id))
    return first ? { news: [first, ...more], business: vendor.business, email: vendor.email } : null
  },
  async write({ settings, origin }, { language, facts }) {
    const t = letterTexts(planNewsTexts, language)
    const labels = mailTexts(language)
    const [subject = '', ...more] = facts.news.map(({ what, plan, term }) =>
      t(what, { business: insideText(facts.business), plan: t(plan), term: t(term) }),
    )
    const page = await renderPage({
      language,
      title: subject,
      text: [...more.map((line) => `${line}.`), t('text')].join(' '),
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
      news: [{ what, plan: 'professional', term: 'yearly' }] satisfies PlanLetter['news'],
      business: 'Studio Vera',
      email: 'vera@example.com',
    },
  })),
})
