import { issuedUrl, manageUrl } from '#core/bookings/queries/links.ts'
import { clockText } from '#core/shared/formats.ts'
import type { Language } from '#core/shared/languages.ts'
import { formatMoney } from '#core/shared/money.ts'
import { daysBetween, todayIn } from '#core/shared/time.ts'
import { findMarkToRemind, listReminded, type RemindedPurchase } from '../queries/reminder-facts.ts'
import type { ToRemind } from '../queries/reminders.ts'
import { type EndOfMail, unsubscribeHeaders, unsubscribeUrl } from '../queries/unsubscribe.ts'
import { findSenderLook, type SenderLook } from '../queries/sender.ts'
import { countReminders, hasHeard } from '../queries/sent.ts'
import { insideText } from '../rules/names.ts'
import { mailLimits } from '../rules/sending.ts'
import { type Entry, reminderFactsSchema } from '../schema.ts'
import { reminderTexts } from '../texts/reminders.ts'
import type { Block, Line } from './blocks.ts'
import { shortDayText, shortWhenText, zoneNames } from './clock-texts.ts'
import { defineCheckedLetter, type Writer } from './define-letter.ts'
import { renderPage } from './layout.ts'
import { isNeutral, withoutLinks } from './neutral-words.ts'
import { anEntry, someFacts } from './purchase-examples.ts'
import { dateBlock, waysToVendor } from './purchase-mail.ts'
import { letterTexts, mailTexts } from './translator.ts'

/** On which day the first session is, seen from the one on which it is sent. */
type Day = 'today' | 'tomorrow' | 'other'

type Said = {
  /** the next one first */
  purchases: [RemindedPurchase, ...RemindedPurchase[]]
  day: Day
  neutral: boolean
  look: SenderLook
  end: EndOfMail
}

const anExample: RemindedPurchase = {
  facts: { ...someFacts, entries: [anEntry] },
  owedMinor: 1500,
  cardMinor: 1500,
  paymentNote: 'IBAN DE00 1234',
}
const anotherExample: RemindedPurchase = { ...anExample, owedMinor: 0, cardMinor: 0 }

const anId = '00000000-0000-4000-8000-000000000001'

const exampleOf = (day: Day): Said => ({
  purchases: day === 'other' ? [anExample, anotherExample] : [anExample],
  day,
  neutral: false,
  look: { accent: null, picture: null },
  end: { what: 'reminders', vendorId: anId, mark: '0'.repeat(32) },
})

/** Reminds a customer of sessions that start soon. Not sent of what has ended, or starts at another time. */
export const customerReminderMail = defineCheckedLetter({
  to: ['customer', 'chat'],
  facts: reminderFactsSchema,
  async lookAgain(deps, message): Promise<Said | null> {
    const { facts, recipient, channel, vendorId } = message
    const [first, ...more] = await listReminded(deps, facts, recipient)
    if (!first || vendorId === null) return null
    const mark = await findMarkToRemind(deps, { vendorId, address: recipient })
    if (mark === null) return null
    const neutral = await isNeutral(deps, message)
    const ids = [first, ...more].map((one) => one.facts.purchase.purchaseId)
    // Customers that a vendor who is not proven may have invented are not reminded of what they never heard of.
    if (neutral && !(await hasHeard(deps.db, { vendorId, purchaseIds: ids, recipient })))
      return null
    if (channel === 'email' && deps.settings.mailBudgets) {
      const sent = await countReminders(deps.db, message)
      if (sent >= mailLimits.remindersPerMailboxAndDay) return null
    }
    const look = await findSenderLook(deps, message, neutral)
    return {
      purchases: [first, ...more],
      day: dayOf(first.facts.entries[0]),
      neutral,
      look,
      end: { what: 'reminders', vendorId, mark },
    }
  },
  async write(deps, { language, facts: { purchases, day, neutral, look, end } }) {
    const t = mailTexts(language)
    const r = letterTexts(reminderTexts, language)
    const [first, ...more] = purchases
    const inOurWords = (one: RemindedPurchase): RemindedPurchase =>
      neutral ? { ...one, facts: withoutLinks(deps, t, one.facts), paymentNote: null } : one
    const next = inOurWords(first)
    const all = [next, ...more.map(inOurWords)]
    const { vendor, purchase } = next.facts
    const entries = all.flatMap(({ facts }) => facts.entries)
    const operator = deps.settings.operatorName
    const business = insideText(vendor.name) || operator
    const words = {
      ...dayWords({ day, ...next.facts.entries[0] }, language),
      business,
      operator,
      // Of a vendor that is not proven, a subject says only when it is.
      titled: neutral ? '' : `: ${insideText(next.facts.entries[0].classTitle)}`,
      count: entries.length,
      more: entries.length - 1,
    }
    const replyTo = vendor.email === null ? null : { name: vendor.name, address: vendor.email }
    const page = await renderPage({
      language,
      sender: { name: insideText(vendor.name), ...look },
      operator,
      title: r('title', words),
      text: r('text', words),
      blocks: [
        ...all.flatMap((one) => dateBlocks(deps, one, { language, linked: more.length > 0 })),
        ...payBlocks(all, language),
        ...(replyTo === null ? waysToVendor(t, next.facts) : []),
      ],
      ...(more.length > 0 ? { button: null } : buttonsOf(deps, next, language)),
      links: [
        ...(more.length > 0 ? [] : payLinks(deps, next, language)),
        { label: r('noMore'), href: unsubscribeUrl(deps, end, language) },
      ],
      notes: [r('ifNot')],
      smallPrint: [
        ...(more.length > 0 ? [] : [t('reference', { reference: purchase.reference })]),
        t('zone', { zone: zoneNames(entries, language).join(', ') }),
      ],
      footer: [t('footer.customer', words), ...(replyTo ? [t('footer.reply', words)] : [])],
    })
    return {
      ...page,
      subject: r('subject', words),
      senderName: neutral
        ? null
        : t('viaOperator', { business: vendor.name || operator, operator }),
      replyTo,
      attachments: [],
      headers: unsubscribeHeaders(deps, end, language),
    }
  },
  examples: (['today', 'tomorrow', 'other'] as const).map((day) => ({
    audience: 'customer' as const,
    facts: exampleOf(day),
  })),
})

function dayOf({ startsAt, zone }: Entry): Day {
  const days = daysBetween(todayIn(zone, new Date()), todayIn(zone, new Date(startsAt)))
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'other'
}

type Start = { day: Day; startsAt: string; zone: string }

/** When it is, as a reminder says it. */
function dayWords({ day, startsAt, zone }: Start, language: Language) {
  return {
    day,
    date: shortDayText(startsAt, zone, language),
    time: clockText(new Date(startsAt), zone, language),
  }
}

/** The reminder for a member of the vendor to send by SMS or WhatsApp. The first spot is the next one. */
export function shortReminder(
  deps: Pick<Writer, 'origin' | 'secretKeys'>,
  spots: readonly [ToRemind, ...ToRemind[]],
  sender: { userId: string },
): string {
  const [{ language, startsAt, zone }] = spots
  const start = { day: 'tomorrow' as const, startsAt: startsAt.toISOString(), zone }
  const purchases = new Map(spots.map((spot) => [spot.purchaseId, spot]))
  return [
    letterTexts(reminderTexts, language)('title', dayWords(start, language)),
    ...new Set(
      spots.map((spot) => {
        const when = shortWhenText(
          mailTexts(language),
          spot.startsAt.toISOString(),
          spot.zone,
          language,
        )
        return `${insideText(spot.classTitle)}, ${when}`
      }),
    ),
    ...[...purchases.values()].map((purchase) => issuedUrl(deps, purchase, sender.userId)),
  ].join('\n')
}

function linksOf(deps: Writer, { facts }: RemindedPurchase, language: Language) {
  const r = letterTexts(reminderTexts, language)
  const href = manageUrl(deps, facts.purchase)
  return {
    shown: { label: r('seeBooking'), href },
    // A page that says what it costs, and asks.
    cancelled: { label: r('cannotCome'), href: `${href}&do=cancel` },
  }
}

function buttonsOf(deps: Writer, one: RemindedPurchase, language: Language) {
  const { shown, cancelled } = linksOf(deps, one, language)
  return { button: shown, secondButton: cancelled }
}

function payLinks(deps: Writer, one: RemindedPurchase, language: Language) {
  if (one.cardMinor === 0) return []
  const price = priceText(one, one.cardMinor, language)
  const { href } = linksOf(deps, one, language).shown
  return [{ label: mailTexts(language)('pay', { price }), href }]
}

const priceText = ({ facts }: RemindedPurchase, minor: number, language: Language) =>
  formatMoney({ minor, currency: facts.entries[0].currency }, language)

/** The dates of a purchase, and what is still to be paid; beside others, with its links. */
function dateBlocks(
  deps: Writer,
  one: RemindedPurchase,
  { language, linked }: { language: Language; linked: boolean },
): Block[] {
  const t = mailTexts(language)
  const { facts, owedMinor } = one
  const { shown, cancelled } = linksOf(deps, one, language)
  const lines: Line[] = [
    ...(owedMinor > 0
      ? [{ text: t('bundle.toPay', { price: priceText(one, owedMinor, language) }) }]
      : []),
    ...(linked ? [{ text: shown.label, href: shown.href, more: cancelled }] : []),
  ]
  const mail = {
    kind: 'booking.confirmed' as const,
    audience: 'customer' as const,
    language,
    facts,
    createdAt: new Date(0),
  }
  const blocks = facts.entries.map((entry) => dateBlock(t, entry, mail))
  return blocks.map((block, at) =>
    'tile' in block && at === blocks.length - 1
      ? { ...block, lines: [...block.lines, ...lines] }
      : block,
  )
}

/** How to pay, in the vendor's words. */
function payBlocks(all: readonly RemindedPurchase[], language: Language): Block[] {
  const note = all.map(({ paymentNote }) => paymentNote).find((text) => text !== null)
  if (!note) return []
  const lines = note.split('\n').map((text) => ({ text }))
  return [{ heading: mailTexts(language)('howToPay'), lines, dates: [], end: [] }]
}
