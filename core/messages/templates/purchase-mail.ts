import { manageUrl, requestUrl, viewUrl } from '#core/bookings/queries/links.ts'
import type { MailContent } from '../../integrations/mailer.ts'
import type { Slot } from '#core/events/catalogue.ts'
import type { Db } from '#core/shared/db.ts'
import { formatMoney } from '#core/shared/money.ts'
import type { Language } from '#core/shared/languages.ts'
import { findNewsToSend } from '../queries/current-news.ts'
import {
  customerLetter,
  insideText,
  isEnding,
  nameInSubject,
  type PurchaseKind,
  strangersName,
  vendorLetter,
} from '../rules.ts'
import { type Entry, type PurchaseFacts, purchaseFactsSchema } from '../schema.ts'
import { bundleRows, returnedText } from './bundle-texts.ts'
import { calendarFile } from './calendar-file.ts'
import { momentText, shortWhenText, whenText } from './clock-texts.ts'
import { defineCheckedLetter, type Writer } from './define-letter.ts'
import { type Row, renderPage } from './layout.ts'
import { isNeutral, neutralTitle, withoutLinks } from './neutral-words.ts'
import { purchaseExamples, type Said } from './purchase-examples.ts'
import { type MailTexts, mailTexts } from './translator.ts'

type PurchaseMail = {
  kind: PurchaseKind
  audience: 'customer' | 'vendor'
  language: Language
  facts: Said
  createdAt: Date
}

/** The mail about a purchase for the customer or the vendor. */
export function purchaseMail(kind: PurchaseKind) {
  return defineCheckedLetter({
    to: ['customer', 'vendor'],
    facts: purchaseFactsSchema,
    async lookAgain(deps, message) {
      const facts = await findNewsToSend(deps.db, message)
      if (facts && countSpots(facts) < countSpots(message.facts))
        await keepOnly(deps.db, message.id, facts)
      return facts && { ...facts, neutral: await isNeutral(deps, message) }
    },
    write: (deps, mail) => writePurchaseMail(deps, { ...mail, kind }),
    examples: purchaseExamples(kind),
  })
}

const countSpots = ({ entries }: PurchaseFacts) =>
  entries.reduce((count, { bookingIds }) => count + bookingIds.length, 0)

/** Facts left out of a mail count as not sent, in case they become true again. */
async function keepOnly(db: Db, messageId: string, facts: PurchaseFacts): Promise<void> {
  await db
    .updateTable('messages')
    .set({ facts: JSON.stringify(facts) })
    .where('id', '=', messageId)
    .execute()
}

async function writePurchaseMail(deps: Writer, told: PurchaseMail): Promise<MailContent> {
  const { language } = told
  const { neutral, isFormer } = told.facts
  const t = mailTexts(language)
  const facts = neutral ? withoutLinks(deps, t, told.facts) : told.facts
  const mail = { ...told, facts }
  const forVendor = mail.audience === 'vendor'
  const letter = forVendor ? vendorLetter(mail.kind, facts) : customerLetter(mail.kind, facts)
  if (letter === null) throw new Error(`the vendor has no letter for ${mail.kind}`)
  const [first] = facts.entries
  const zone = first?.zone ?? 'UTC'
  const business = insideText(facts.vendor.name) || deps.settings.operatorName
  const words = {
    title: neutral ? neutralTitle(t, facts) : insideText(first?.classTitle ?? ''),
    when: first ? datesText(t, first, facts, language) : '',
    until: facts.expiresAt === null ? '' : momentText(t, facts.expiresAt, zone, language),
    business,
    name: strangersName(facts.purchase.customerName),
    count: facts.entries.reduce((sum, { spots }) => sum + spots, 0),
    operator: deps.settings.operatorName,
    issued: facts.issuedLink ? 'yes' : 'no',
    waiting: isWaiting(facts) ? 'yes' : 'no',
    left: isNothingLeft(facts) ? 'nothing' : 'some',
  }
  const attachments = forVendor ? [] : calendarFiles(deps, mail)
  const replyTo = forVendor
    ? addressOf(strangersName(facts.purchase.customerName), facts.purchase.customerEmail)
    : addressOf(facts.vendor.name, facts.vendor.email)
  const page = await renderPage({
    language,
    title: t(`letters.${letter}.title`, words),
    text: [t(`letters.${letter}.text`, words), ...(forVendor ? [] : [returnedText(t, mail)])]
      .filter(Boolean)
      .join(' '),
    groups: [
      ...facts.entries.map((entry) => ({
        heading: entry.classTitle,
        rows: entryRows(t, entry, mail),
      })),
      ...(facts.bundle ? [{ heading: null, rows: bundleRows(t, facts.bundle, language) }] : []),
      {
        heading: null,
        rows: forVendor
          ? customerRows(t, facts)
          : [
              { label: t('labels.reference'), value: facts.purchase.reference },
              ...waysToVendor(t, facts),
            ],
      },
    ],
    button: isFormer
      ? null
      : {
          label: t(`letters.${letter}.button`, words),
          href: linkOf(deps, mail),
          ifItFails: t('ifButtonFails'),
        },
    notes: [
      ...(attachments.length > 0 && !isEnding(mail.kind)
        ? [t('calendarFiles', { count: attachments.length })]
        : []),
      ...(facts.issuedLink ? [t(`issuedLink.${mail.audience}`, words)] : []),
    ],
    footer: [
      t(forVendor ? 'footer.vendor' : 'footer.customer', words),
      ...(replyTo ? [t(forVendor ? 'footer.replyToCustomer' : 'footer.reply', words)] : []),
    ],
  })
  return {
    ...page,
    subject: t(`letters.${letter}.subject`, {
      ...words,
      name: nameInSubject(facts.purchase.customerName, facts.purchase.reference),
    }),
    senderName:
      forVendor || neutral
        ? null
        : t('viaOperator', {
            business: facts.vendor.name || deps.settings.operatorName,
            operator: deps.settings.operatorName,
          }),
    replyTo,
    attachments,
  }
}

/** Whether the vendor still has to answer. */
const isWaiting = ({ entries }: PurchaseFacts) => entries.some(({ state }) => state === 'waiting')

/** Whether nothing is booked any more, and nothing can be with the bundle: then nothing has to be paid. */
const isNothingLeft = ({ spotsHeld, bundle }: PurchaseFacts) =>
  spotsHeld === 0 && (bundle === null || bundle.isWithdrawn)

/** The first date, and how many more there are. */
function datesText(
  t: MailTexts,
  first: Entry,
  { entries }: PurchaseFacts,
  language: Language,
): string {
  const when = shortWhenText(t, first.startsAt, first.zone, language)
  const more = new Set(entries.map(({ startsAt }) => startsAt)).size - 1
  return more > 0 ? t('whenMore', { when, more }) : when
}

function linkOf(deps: Writer, { audience, language, facts }: PurchaseMail): string {
  if (audience === 'customer') return manageUrl(deps, facts.purchase)
  return isWaiting(facts) ? requestUrl(deps, facts.purchase, language) : `${deps.origin}/dashboard`
}

function addressOf(name: string, address: string | null) {
  return address === null ? null : { name, address }
}

function entryRows(
  t: MailTexts,
  entry: Entry,
  { kind, audience, language, facts }: PurchaseMail,
): Row[] {
  const ended = isEnding(kind)
  const before = entry.before ?? facts.before
  return [
    { label: t('labels.when'), value: whenText(t, entry, language) },
    ...(before
      ? [{ label: t('labels.before'), value: beforeText(t, before, entry, language) }]
      : []),
    placeRow(t, entry),
    {
      label: t('labels.spots'),
      value:
        entry.state === 'waiting'
          ? t('labels.spotsWaiting', { count: entry.spots })
          : String(entry.spots),
    },
    ...(ended && entry.stillHeld > 0
      ? [{ label: t('labels.stillHeld'), value: String(entry.stillHeld) }]
      : []),
    // The bundle holds the price of its dates.
    ...(facts.bundle || (ended && audience === 'customer')
      ? []
      : [{ label: t('labels.price'), value: priceText(t, entry, language) }]),
  ]
}

/** The time that was, and the place where it is another one now. */
function beforeText(t: MailTexts, before: Slot, now: Slot, language: Language): string {
  const when = whenText(t, before, language)
  const samePlace = before.location === now.location && before.onlineUrl === now.onlineUrl
  return samePlace ? when : `${when}, ${before.location ?? t('labels.online')}`
}

/** The link of an online session is for those who hold a confirmed spot. */
function placeRow(t: MailTexts, entry: Entry): Row {
  const label = t('labels.where')
  if (entry.onlineUrl === null) return { label, value: entry.location ?? '—' }
  if (entry.state === 'waiting') return { label, value: t('labels.onlineLater') }
  if (entry.state === 'ended') return { label, value: t('labels.online') }
  return { label, value: entry.onlineUrl, href: entry.onlineUrl }
}

function priceText(t: MailTexts, { priceMinor, currency }: Entry, language: Language): string {
  return priceMinor === 0
    ? t('labels.free')
    : formatMoney({ minor: priceMinor, currency }, language)
}

/** How else to reach the vendor where a reply does not. */
function waysToVendor(t: MailTexts, { vendor: { email, phone, telegram } }: PurchaseFacts): Row[] {
  if (email !== null) return []
  return [
    ...(telegram === null
      ? []
      : [{ label: t('labels.write'), value: `@${telegram}`, href: `https://t.me/${telegram}` }]),
    ...(phone === null ? [] : [{ label: t('labels.call'), value: phone, href: `tel:${phone}` }]),
  ]
}

function customerRows(t: MailTexts, { purchase }: PurchaseFacts): Row[] {
  return [
    { label: t('labels.customer'), value: strangersName(purchase.customerName) },
    ...(purchase.customerPhone
      ? [
          {
            label: t('labels.phone'),
            value: purchase.customerPhone,
            href: `tel:${purchase.customerPhone}`,
          },
        ]
      : []),
    ...(purchase.customerEmail
      ? [
          {
            label: t('labels.email'),
            value: purchase.customerEmail,
            href: `mailto:${purchase.customerEmail}`,
          },
        ]
      : []),
    { label: t('labels.reference'), value: purchase.reference },
  ]
}

/** One file per calendar entry. An entry in which nothing is held any more is taken out, by the mail that says so. */
function calendarFiles(
  deps: Writer,
  { kind, facts, createdAt }: PurchaseMail,
): MailContent['attachments'] {
  const entries = [...new Map(facts.entries.map((entry) => [entry.calendarId, entry])).values()]
  return entries
    .filter(({ stillHeld }) => stillHeld > 0 || isEnding(kind))
    .map((entry, at) => {
      const cancelled = entry.stillHeld === 0
      const content = calendarFile(
        {
          calendarId: entry.calendarId,
          sequence: entry.calendarSequence,
          title: entry.classTitle,
          startsAt: new Date(entry.startsAt),
          endsAt: new Date(entry.endsAt),
          place: entry.location ?? (cancelled || entry.stillWaiting ? null : entry.onlineUrl),
          tentative: entry.stillWaiting,
          organizer:
            facts.vendor.email === null
              ? null
              : { name: facts.vendor.name, email: facts.vendor.email },
          stamp: createdAt,
        },
        {
          origin: deps.origin,
          viewUrl: facts.isFormer ? null : viewUrl(deps, facts.purchase),
          cancelled,
        },
      )
      return {
        filename: `${facts.purchase.reference}${at === 0 ? '' : `-${at + 1}`}.ics`,
        contentType: `text/calendar; charset=utf-8; method=${cancelled ? 'CANCEL' : 'PUBLISH'}`,
        content,
      }
    })
}
