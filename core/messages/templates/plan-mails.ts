import { z } from 'zod'
import { planWishes } from '#core/events/catalogue.ts'
import { type EndingLine, endingLines, whatEnds } from '#core/plans/catalogue.ts'
import { findPlan, findPlanEnds, findPlanWishes, freeLimits } from '#core/plans/queries.ts'
import { type Plan, planNews, type PlanNews, planNewsSince } from '#core/plans/rules.ts'
import { dateFormat } from '#core/shared/formats.ts'
import type { Language } from '#core/shared/languages.ts'
import { formatMoney } from '#core/shared/money.ts'
import { endingSteps, type EndingStep } from '../queries/endings.ts'
import { type Due, findDue, findOwned } from '../queries/last-looks.ts'
import { findVendorReader } from '../queries/vendor-reader.ts'
import { insideText } from '../rules/names.ts'
import { lastDayText } from './clock-texts.ts'
import { defineCheckedLetter, defineLetter } from './define-letter.ts'
import { onePage } from './one-page.ts'
import { mailTexts } from './translator.ts'

const instant = '2027-03-28T16:00:00.000Z'
const vera = { business: 'Studio Vera', zone: 'Europe/Berlin', because: null }

const dayText = (at: string, language: Language) =>
  dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))

type PlanLetter = { news: [PlanNews, ...PlanNews[]]; business: string; email: string }

type SaidOfPlan = {
  step: EndingStep
  what: 'trial' | 'grant' | 'subscription' | 'overdue'
  from: Plan
  to: Plan
  stops: readonly EndingLine[]
  endsAt: string
  paidUntil: string | null
  zone: string
  business: string
}

const dueExample: Omit<Due, 'term'> = {
  ...vera,
  plan: 'professional',
  priceMinor: 2900,
  currency: 'USD',
  paidUntil: '2027-03-29',
  endsAt: '2027-04-12T22:00:00Z',
}

const paidUntilText = (day: string | null, language: Language) =>
  day === null ? '' : lastDayText(new Date(`${day}T12:00:00Z`), 'UTC', language)

/** Mails of one page about plans. */
export const planMails = {
  'subscription.reminder': defineCheckedLetter({
    to: ['account'],
    facts: z.object({ vendorId: z.uuid(), subscriptionId: z.uuid() }),
    lookAgain: findDue,
    write(deps, { language, facts: { business, plan, term, paidUntil, ...rest } }) {
      const t = mailTexts(language)
      const day = dayText(`${paidUntil}T12:00:00Z`, language)
      const amount = formatMoney({ minor: rest.priceMinor, currency: rest.currency }, language)
      return onePage(deps, language, {
        letter: 'paymentDue',
        words: {
          business: insideText(business),
          plan: t(`plans.${plan}`),
          day,
          end: lastDayText(new Date(rest.endsAt), rest.zone, language),
        },
        blocks: [
          {
            rows: [
              {
                label: t('letters.paymentDue.plan'),
                value: `${t(`plans.${plan}`)}, ${t(`plans.${term}`)}`,
              },
              { label: t('letters.paymentDue.amount'), value: amount },
              { label: t('letters.paymentDue.paidUntil'), value: day },
            ],
          },
        ],
        href: `${deps.origin}/subscription`,
        footer: 'vendor',
        replyTo: 'operator',
      })
    },
    examples: (['monthly', 'yearly'] as const).map((term) => ({
      audience: 'account',
      facts: { ...dueExample, term },
    })),
  }),
  /** Tells a vendor on Free how many of the month's online bookings are used. Not sent when it has another plan by then. */
  'plan.limit': defineCheckedLetter({
    to: ['vendor'],
    facts: z.object({
      percent: z.union([z.literal(80), z.literal(100)]),
      used: z.number().int(),
      most: z.number().int(),
    }),
    async lookAgain(deps, { vendorId, recipient, facts }) {
      const reader = vendorId && (await findVendorReader(deps.db, vendorId))
      if (!vendorId || !reader || !reader.hasAddress(recipient)) return null
      if ((await findPlan(deps, vendorId)) !== 'free') return null
      return { ...facts, business: reader.business }
    },
    write: (deps, { language, facts: { percent, business, ...words } }) =>
      onePage(deps, language, {
        letter: `limit${percent}`,
        words: { ...words, business: insideText(business) },
        href: `${deps.origin}/subscription`,
        footer: 'vendor',
      }),
    examples: ([80, 100] as const).map((percent) => ({
      audience: 'vendor',
      facts: { percent, used: percent / 10, most: 10, business: vera.business },
    })),
  }),
  /** Tells a vendor that its plan ends, and what stops with it; not sent when it goes on after all. */
  'plan.ending': defineCheckedLetter({
    to: ['vendor'],
    facts: z.object({ step: z.enum(endingSteps), endsAt: z.iso.datetime() }),
    async lookAgain({ db }, { vendorId, facts }): Promise<SaidOfPlan | null> {
      const reader = vendorId && (await findVendorReader(db, vendorId))
      if (!reader) return null
      const at = Date.parse(facts.endsAt)
      // A separate mail says that it has ended.
      if (facts.step !== 'after' && at <= Date.now()) return null
      const { losses, graceEndsAt, paidUntil } = await findPlanEnds(db, reader.vendorId)
      const loss = losses.find((one) => one.at.getTime() === at)
      if (!loss) return null
      const { from, to, source } = loss
      return {
        ...facts,
        what: graceEndsAt?.getTime() === at ? 'overdue' : source,
        from,
        to,
        stops: whatEnds(from, to),
        paidUntil,
        zone: reader.zone,
        business: reader.business,
      }
    },
    write(deps, { language, facts: { step, what, from, to, stops, endsAt, ...rest } }) {
      const t = mailTexts(language)
      const words = {
        business: insideText(rest.business),
        step,
        what,
        plan: t(`plans.${from}`),
        next: t(`plans.${to}`),
        day: lastDayText(new Date(endsAt), rest.zone, language),
        paidUntil: paidUntilText(rest.paidUntil, language),
      }
      const { bookings, classes } = freeLimits
      const dates = stops.map((line) => [{ text: t(`stops.${line}`, { bookings, classes }) }])
      return onePage(deps, language, {
        letter: 'planEnds',
        words,
        blocks:
          stops.length === 0
            ? []
            : [{ heading: t('letters.planEnds.stops', words), lines: [], dates, end: [] }],
        href: `${deps.origin}/subscription`,
        footer: 'vendor',
        replyTo: 'operator',
      })
    },
    examples: (['trial', 'grant', 'subscription', 'overdue'] as const).flatMap((what) =>
      (['before', 'after'] as const).map((step) => ({
        audience: 'vendor',
        facts: {
          ...vera,
          step,
          what,
          from: 'professional',
          to: 'free',
          stops: endingLines,
          endsAt: instant,
          paidUntil: '2027-03-14',
        } satisfies SaidOfPlan,
      })),
    ),
  }),
  /** Tells a vendor what the operator has decided about its plan. */
  'plan.answer': defineLetter({
    to: ['vendor'],
    facts: z.object({
      answer: z.enum(['Subscribed', 'Given', 'Declined']),
      plan: z.enum(['professional', 'enterprise']),
      /** the last paid day */
      paidUntil: z.string().nullable(),
      months: z.number().int().nullable(),
      business: z.string(),
    }),
    write: (deps, { language, facts: { answer, plan, paidUntil, months, business } }) =>
      onePage(deps, language, {
        letter: `plan${answer}`,
        words: {
          business: insideText(business),
          plan: mailTexts(language)(`plans.${plan}`),
          count: months ?? 0,
          day: paidUntilText(paidUntil, language),
        },
        href: `${deps.origin}/subscription`,
        footer: 'vendor',
        replyTo: 'operator',
      }),
    examples: (['Subscribed', 'Given', 'Declined'] as const).map((answer) => ({
      audience: 'vendor',
      facts: {
        answer,
        plan: 'professional' as const,
        paidUntil: '2027-03-28',
        months: 3,
        business: vera.business,
      },
    })),
  }),
  /** Tells the operator what a vendor wants or has done about its plan. Not sent when all was undone or answered. */
  'plan.operator_news': defineCheckedLetter({
    to: ['operator'],
    /** `at`: of the first change, and `before`: how it was then */
    facts: z.object({ vendorId: z.uuid(), at: z.iso.datetime(), before: planWishes }),
    async lookAgain({ db }, { facts }): Promise<PlanLetter | null> {
      const vendor = await findOwned(db, facts.vendorId)
      if (!vendor) return null
      const { business, email } = vendor
      const [first, ...more] = planNewsSince(facts.before, await findPlanWishes(db, vendor.id))
      return first ? { news: [first, ...more], business, email } : null
    },
    write(deps, { language, facts: { news, business, email } }) {
      const t = mailTexts(language)
      const wordsOf = ({ what, plan, term }: PlanNews) => ({
        what,
        business: insideText(business),
        plan: t(`plans.${plan}`),
        term: t(`plans.${term}`),
      })
      const [first, ...more] = news
      return onePage(deps, language, {
        letter: 'planNews',
        words: wordsOf(first),
        before: more.map((one) => `${t('letters.planNews.title', wordsOf(one))}.`),
        blocks: [{ rows: [{ label: t('labels.email'), value: email, href: `mailto:${email}` }] }],
        href: `${deps.origin}/super-admin/dashboard`,
        footer: 'console',
        replyTo: { name: business, address: email },
      })
    },
    examples: planNews.map((what) => ({
      audience: 'operator',
      facts: {
        news: [{ what, plan: 'professional', term: 'yearly' }] satisfies PlanLetter['news'],
        business: vera.business,
        email: 'vera@example.com',
      },
    })),
  }),
}
