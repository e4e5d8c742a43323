import { z } from 'zod'
import { asksVendor, shownStatus } from '#core/bookings/rules/waiting.ts'
import { manageUrl, requestUrl } from '#core/bookings/queries/links.ts'
import { findPurchaseDetails, isAddressOf } from '#core/bookings/queries/purchase-details.ts'
import { listPassesOfPurchase } from '#core/passes/queries.ts'
import { type EndingLine, endingLines, whatEnds } from '#core/plans/catalogue.ts'
import { findPlanEnds, freeLimits } from '#core/plans/queries.ts'
import type { Plan } from '#core/plans/rules.ts'
import type { Language } from '#core/shared/languages.ts'
import { endingSteps, type EndingStep, findEndingClass } from '../queries/endings.ts'
import { findVendorReader } from '../queries/vendor-reader.ts'
import type { BundleEndLetter } from '../rules/kinds.ts'
import { insideText, nameInSubject, strangersName } from '../rules/names.ts'
import { endingTexts } from '../texts/endings.ts'
import { lastDayText, shortWhenText } from './clock-texts.ts'
import { defineCheckedLetter, defineLetter, type Writer, type Written } from './define-letter.ts'
import { logoOf, type Page, renderPage } from './layout.ts'
import { isNeutral, listedWithoutLinks } from './neutral-words.ts'
import { letterTexts, mailTexts } from './translator.ts'

const anId = '00000000-0000-4000-8000-000000000001'
const zone = 'Europe/Berlin'
const endsAt = '2027-03-28T16:00:00.000Z'
const aPurchase = { purchaseId: anId, reference: 'ABCDEFGHJK', tokenRotation: 0 }

/** Reminds a vendor of a request, once; not sent when it is answered or has expired. */
export const requestReminderMail = defineCheckedLetter({
  to: ['vendor'],
  facts: z.object({ purchaseId: z.uuid() }),
  async lookAgain({ db }, { vendorId, facts }) {
    const reader = vendorId && (await findVendorReader(db, vendorId))
    const purchase = await findPurchaseDetails(db, facts.purchaseId)
    const spot = purchase?.spots.find(
      ({ deletedAt, now, ...booking }) =>
        deletedAt === null && asksVendor({ ...booking, status: shownStatus(booking, now) }),
    )
    if (!reader || !purchase || !spot?.expiresAt) return null
    return {
      purchase: { ...facts, reference: purchase.reference, tokenRotation: purchase.tokenRotation },
      customer: purchase.customerName,
      title: spot.classTitle,
      startsAt: spot.startsAt.toISOString(),
      expiresAt: spot.expiresAt.toISOString(),
      zone: reader.zone,
      business: reader.business,
    }
  },
  write(deps, { language, facts }) {
    const t = letterTexts(endingTexts, language)
    const when = (instant: string) =>
      shortWhenText(mailTexts(language), instant, facts.zone, language)
    const words = {
      name: strangersName(facts.customer),
      title: insideText(facts.title),
      when: when(facts.startsAt),
      until: when(facts.expiresAt),
    }
    return toVendor(deps, language, facts.business, {
      subject: t('requestSubject', {
        ...words,
        name: nameInSubject(facts.customer, facts.purchase.reference),
      }),
      title: t('requestTitle', words),
      text: t('requestText', words),
      button: { label: t('requestButton'), href: requestUrl(deps, facts.purchase, language) },
    })
  },
  examples: [
    {
      audience: 'vendor',
      facts: {
        purchase: aPurchase,
        customer: 'Carla Weber',
        title: 'Yin on Sunday',
        startsAt: endsAt,
        expiresAt: endsAt,
        zone,
        business: 'Studio Vera',
      },
    },
  ],
})

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
      const t = letterTexts(endingTexts, language)
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
          expiresAt: endsAt,
          zone,
          neutral: false,
        },
      },
    ],
  })
}

/** Tells a vendor that the last session of a weekly class is near; not sent when the class goes on. */
export const classEndingMail = defineCheckedLetter({
  to: ['vendor'],
  facts: z.object({ classId: z.uuid(), endsAt: z.iso.datetime() }),
  async lookAgain({ db }, { vendorId, facts }) {
    const reader = vendorId && (await findVendorReader(db, vendorId))
    const ending = await findEndingClass(db, facts)
    if (!reader || !ending) return null
    return { ...facts, ...ending, zone: reader.zone, business: reader.business }
  },
  write(deps, { language, facts }) {
    const t = letterTexts(endingTexts, language)
    const day = lastDayText(new Date(Date.parse(facts.endsAt) + 1), facts.zone, language)
    const words = { title: insideText(facts.title), day }
    return toVendor(deps, language, facts.business, {
      subject: t('classSubject', words),
      title: t('classTitle', words),
      text: t('classText', words),
      button: {
        label: t('classButton', words),
        href: `${deps.origin}/dashboard/classes/${facts.classId}`,
      },
    })
  },
  examples: [
    {
      audience: 'vendor',
      facts: {
        classId: anId,
        title: 'Yin on Sunday',
        endsAt,
        zone,
        business: 'Studio Vera',
      },
    },
  ],
})

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

/** Tells a vendor that its plan ends, and what stops with it; not sent when it goes on after all. */
export const planEndingMail = defineCheckedLetter({
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
  write(deps, { language, facts }) {
    const t = letterTexts(endingTexts, language)
    const { step, what, from, to, stops, zone: of, paidUntil, business } = facts
    const words = {
      step,
      what,
      plan: t(from),
      next: t(to),
      day: lastDayText(new Date(facts.endsAt), of, language),
      paidUntil:
        paidUntil === null ? '' : lastDayText(new Date(`${paidUntil}T12:00:00Z`), 'UTC', language),
    }
    const limits = { bookings: freeLimits.bookings, classes: freeLimits.classes }
    return toVendor(deps, language, business, {
      subject: t('planSubject', words),
      title: t('planSubject', words),
      text: t('planText', words),
      blocks:
        stops.length === 0
          ? []
          : [
              {
                heading: t('planStops', words),
                lines: [],
                dates: stops.map((line) => [{ text: t(line, limits) }]),
                end: [],
              },
            ],
      button: { label: t('planButton'), href: `${deps.origin}/subscription` },
    })
  },
  examples: (['trial', 'grant', 'subscription', 'overdue'] as const).flatMap((what) =>
    (['before', 'after'] as const).map((step) => ({
      audience: 'vendor',
      facts: {
        step,
        what,
        from: 'professional',
        to: 'free',
        stops: endingLines,
        endsAt,
        paidUntil: '2027-03-14',
        zone,
        business: 'Studio Vera',
      } satisfies SaidOfPlan,
    })),
  ),
})

/** Tells a vendor what the operator has decided about its plan. */
export const planAnswerMail = defineLetter({
  to: ['vendor'],
  facts: z.object({
    answer: z.enum(['Subscribed', 'Given', 'Declined']),
    plan: z.enum(['professional', 'enterprise']),
    /** the last paid day */
    paidUntil: z.string().nullable(),
    months: z.number().int().nullable(),
    business: z.string(),
  }),
  write(deps, { language, facts: { answer, plan, paidUntil, months, business } }) {
    const t = letterTexts(endingTexts, language)
    const words = {
      plan: t(plan),
      count: months ?? 0,
      operator: deps.settings.operatorName,
      day:
        paidUntil === null ? '' : lastDayText(new Date(`${paidUntil}T12:00:00Z`), 'UTC', language),
    }
    const subject = t(`answerSubject${answer}`, words)
    return toVendor(deps, language, business, {
      subject,
      title: subject,
      text: t(`answerText${answer}`, words),
      button: { label: t('planButton'), href: `${deps.origin}/subscription` },
    })
  },
  examples: (['Subscribed', 'Given', 'Declined'] as const).map((answer) => ({
    audience: 'vendor',
    facts: {
      answer,
      plan: 'professional' as const,
      paidUntil: '2027-03-28',
      months: 3,
      business: 'Studio Vera',
    },
  })),
})

type Words = Pick<Page, 'title' | 'text' | 'button'> & {
  subject: string
  blocks?: Page['blocks']
}

/** From the operator; replies go there. */
async function toVendor(
  deps: Pick<Writer, 'settings' | 'origin'>,
  language: Language,
  business: string,
  { subject, blocks = [], ...words }: Words,
): Promise<Written> {
  const { operatorName: operator, operatorEmail: address } = deps.settings
  const page = await renderPage({
    ...words,
    language,
    blocks,
    sender: null,
    logo: logoOf(deps),
    operator,
    notes: [],
    footer: [
      mailTexts(language)('footer.vendor', {
        operator,
        business: insideText(business) || operator,
      }),
    ],
  })
  return {
    ...page,
    subject,
    senderName: null,
    replyTo: address === null ? null : { name: operator, address },
    attachments: [],
  }
}
