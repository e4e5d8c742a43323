import { manageUrl, receiptUrl, requestUrl, viewUrl } from '#core/bookings/queries/links.ts'
import { cancelFile, type Invited, requestFile } from '../../integrations/calendar-file.ts'
import type { MailContent } from '../../integrations/mailer.ts'
import type { Slot } from '#core/events/catalogue.ts'
import { formatMoney } from '#core/shared/money.ts'
import type { Language } from '#core/shared/languages.ts'
import { phoneText } from '#core/shared/phone-text.ts'
import { mapUrl } from '#core/classes/rules.ts'
import { type News, toldAs } from '../queries/news.ts'
import { findFreeTerm } from '../queries/notice.ts'
import { listPlaces, type Places } from '../queries/places.ts'
import { findSenderLook, type SenderLook } from '../queries/sender.ts'
import { organizerOf } from '../rules/calendar-event.ts'
import {
  customerLetter,
  isEnding,
  isOfMoney,
  type PurchaseKind,
  purchaseKinds,
  traitsOf,
  vendorLetter,
} from '../rules/kinds.ts'
import { greetingWords, insideText, nameInSubject, strangersName } from '../rules/names.ts'
import { findPaymentNote } from '#core/bookings/queries/payment-note.ts'
import { keepsReceipt } from '#core/bookings/queries/receipt.ts'
import { findRequestedWay, listPayable } from '#core/cards/queries.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { Entry, PurchaseFacts } from '../schema.ts'
import { amountWords } from './amount-words.ts'
import type { Block, Line } from './blocks.ts'
import { bundleSection, writeBundleMail } from './bundle-mail.ts'
import { bundleBlock, returnedText } from './bundle-texts.ts'
import {
  leafOf,
  longDayText,
  rangeText,
  shortRangeText,
  shortWhenText,
  zoneNames,
} from './clock-texts.ts'
import type { StoredMessage, Writer, Written } from './define-letter.ts'
import { type MainButton, renderPage } from './layout.ts'
import { isNeutral, withoutLinks } from './neutral-words.ts'
import { purchaseExamples, type Said } from './purchase-examples.ts'
import { type MailTexts, mailTexts } from './translator.ts'
import { isUsername, telegramLink } from '#core/telegram/rules.ts'

export type PurchaseMail = {
  kind: PurchaseKind
  audience: 'customer' | 'vendor'
  language: Language
  facts: Said
  createdAt: Date
}

type Message = Pick<StoredMessage, 'audience' | 'vendorId' | 'createdAt'>

/** The mail that tells a reader the news of a purchase: in the words of the most important news, and below it the rest. */
export async function writeNewsMail(
  deps: Writer,
  message: Message,
  { reader, language, sections: [first, ...more] }: News,
): Promise<Written> {
  const audience = toldAs(reader)
  const neutral = await isNeutral(deps, message)
  const look = audience === 'vendor' ? null : await findSenderLook(deps, message, neutral)
  const { createdAt } = message
  const mailOf = async (section: PurchaseSection): Promise<PurchaseMail> => ({
    kind: section.kind,
    audience,
    language,
    createdAt,
    facts: await lookAgain(deps, section.facts, {
      vendorId: message.vendorId,
      audience,
      neutral,
      look,
    }),
  })
  const t = mailTexts(language)
  const extra: Extra = { blocks: [], mails: [] }
  for (const section of more) {
    if (section.kind === null) {
      extra.blocks.push(...bundleSection(deps, t, { ...section, neutral }, language))
      continue
    }
    const mail = await mailOf(section)
    extra.blocks.push(...sectionBlocks(deps, t, mail))
    extra.mails.push(mail)
  }
  if (first.kind === null)
    return writeBundleMail(deps, { ...first, neutral, look, language, more: extra.blocks })
  return writePurchaseMail(deps, await mailOf(first), extra)
}

type PurchaseSection = Extract<News['sections'][number], { kind: PurchaseKind }>
/** What else a mail says, after its main news. */
type Extra = { blocks: Block[]; mails: PurchaseMail[] }

type Look = {
  vendorId: VendorId | null
  audience: 'customer' | 'vendor'
  neutral: boolean
  look: SenderLook | null
}

async function lookAgain(
  { db, settings }: Writer,
  facts: PurchaseFacts,
  { vendorId, audience, neutral, look }: Look,
): Promise<Said> {
  const {
    entries,
    purchase: { purchaseId },
  } = facts
  if (audience === 'vendor') {
    const sessionIds = entries.map(({ sessionId }) => sessionId)
    return { ...facts, places: await listPlaces(db, sessionIds) }
  }
  const bookingIds = entries.flatMap((entry) => entry.bookingIds)
  const owed =
    vendorId === null ? [] : await listPayable({ db, settings }, { vendorId, purchaseId })
  const [first] = owed
  return {
    ...facts,
    neutral,
    ...(look && { look }),
    freeTerm: await findFreeTerm(db, bookingIds),
    // Words of a vendor that is not proven are not for strangers' mailboxes.
    paymentNote:
      vendorId !== null && !neutral
        ? await findPaymentNote({ db, settings }, { vendorId, purchaseId })
        : null,
    requestedWay:
      vendorId === null ? null : await findRequestedWay({ db, settings }, { vendorId, purchaseId }),
    hasReceipt: vendorId !== null && (await keepsReceipt(db, { vendorId, purchaseId })),
    byCard: first
      ? {
          minor: owed.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
          currency: first.currency,
        }
      : null,
  }
}

/** Its own heading and dates, for news that is not the main one of its mail. */
function sectionBlocks(deps: Writer, t: MailTexts, told: PurchaseMail): Block[] {
  const mail = inOwnWords(deps, t, told)
  const letter = letterOf(mail)
  const words = wordsOf(deps, t, mail)
  return [
    {
      heading: t(`letters.${letter}.title`, words),
      lines: [{ text: textOf(t, mail, words) }],
      dates: [],
      end: [],
    },
    ...dateBlocks(t, mail),
  ]
}

const inOwnWords = (deps: Writer, t: MailTexts, told: PurchaseMail): PurchaseMail =>
  told.facts.neutral ? { ...told, facts: withoutLinks(deps, t, told.facts) } : told

/** For the page that shows all mails, and the tests that read them. */
export const newsExamples = purchaseKinds.flatMap((kind) =>
  purchaseExamples(kind).map(
    (example) => (deps: Writer, language: Language) =>
      writePurchaseMail(
        deps,
        { ...example, kind, language, createdAt: new Date(0) },
        { blocks: [], mails: [] },
      ),
  ),
)

/** One line for each section of news, with a link to the booking. */
export function newsLines(deps: Writer, { language, sections }: News): Line[] {
  const t = mailTexts(language)
  return sections.flatMap((section) => {
    if (section.kind === null) return []
    const told = { kind: section.kind, audience: 'vendor' as const, language, facts: section.facts }
    const mail = { ...told, createdAt: new Date(0) }
    const words = wordsOf(deps, t, mail)
    const { customerName, reference } = section.facts.purchase
    const name = nameInSubject(customerName, reference)
    const letter = letterOf(mail)
    const { href } = buttonsOf(deps, t, mail, '').button
    return { text: t(`letters.${letter}.subject`, { ...words, name }), href }
  })
}

function letterOf({ audience, kind, facts }: PurchaseMail) {
  const letter = audience === 'vendor' ? vendorLetter(kind, facts) : customerLetter(kind, facts)
  if (letter === null) throw new Error(`the vendor has no letter for ${kind}`)
  return letter
}

function wordsOf(deps: Writer, t: MailTexts, mail: PurchaseMail) {
  const { facts, language } = mail
  const [first] = facts.entries
  const operator = deps.settings.operatorName
  const business = insideText(facts.vendor.name) || operator
  const title = insideText(first?.classTitle ?? '')
  return {
    title,
    // Of a vendor that is not proven, a subject says only when it is.
    titled: facts.neutral ? '' : `${title}, `,
    named: facts.neutral ? '' : `: ${title}`,
    when: first ? datesText(t, first, facts, language) : '',
    until:
      facts.expiresAt === null
        ? ''
        : shortWhenText(t, facts.expiresAt, first?.zone ?? 'UTC', language),
    business,
    name: strangersName(facts.purchase.customerName),
    ...amountWords(facts),
    ...moneyWords(mail),
    operator,
    issued: facts.issuedLink ? 'yes' : 'no',
    waiting: isWaiting(facts) ? 'yes' : 'no',
    left: isNothingLeft(facts) ? 'nothing' : facts.bundle ? 'bundle' : 'some',
    ...greetingWords(facts.neutral ? '' : facts.purchase.customerName),
    ...placesWords(onlyPlaces(facts)),
  }
}

async function writePurchaseMail(deps: Writer, told: PurchaseMail, extra: Extra): Promise<Written> {
  const { language } = told
  const { neutral } = told.facts
  const t = mailTexts(language)
  const mail = inOwnWords(deps, t, told)
  const { facts } = mail
  const forVendor = mail.audience === 'vendor'
  const letter = letterOf(mail)
  const words = wordsOf(deps, t, mail)
  const { operator } = words
  const places = onlyPlaces(facts)
  // The calendar heard of the cancellation before, and hears of a booking when it is paid.
  const hasFiles = !forVendor && !isOfMoney(mail.kind) && becomes(mail) !== 'unpaid'
  const attachments = hasFiles ? calendarFiles(deps, [mail, ...extra.mails]) : []
  const replyTo = forVendor
    ? addressOf(strangersName(facts.purchase.customerName), facts.purchase.customerEmail)
    : addressOf(facts.vendor.name, facts.vendor.email)
  const page = await renderPage({
    language,
    sender: forVendor
      ? null
      : { name: insideText(facts.vendor.name), accent: null, picture: null, ...facts.look },
    operator,
    title: t(`letters.${letter}.title`, words),
    text: textOf(t, mail, words),
    places: places && {
      ...places,
      caption: letter === 'vendorBooked' ? null : t('lines.taken', places),
    },
    blocks: [
      ...dateBlocks(t, mail),
      ...extra.blocks,
      ...paymentBlocks(t, mail),
      ...(forVendor ? [customerBlock(facts)] : []),
      ...(!forVendor && facts.vendor.email === null ? waysToVendor(t, facts) : []),
    ],
    ...buttonsOf(deps, t, mail, t(`letters.${letter}.button`, words)),
    notes: [
      ...(paysDirectly(mail) ? [t(payNote(facts), words)] : []),
      ...vendorPayText(t, mail),
      ...freeText(t, mail),
      ...(facts.issuedLink ? [t(`issuedLink.${mail.audience}`, words)] : []),
    ],
    smallPrint: [
      t('reference', { reference: facts.purchase.reference }),
      // A vendor's sessions are in its own zone.
      ...(forVendor ? [] : [t('zone', { zone: zoneNames(facts.entries, language).join(', ') })]),
    ],
    footer: [
      t(forVendor ? 'footer.vendor' : 'footer.customer', words),
      ...(replyTo ? [t(forVendor ? 'footer.replyToCustomer' : 'footer.reply', words)] : []),
    ],
    choose: forVendor ? chooseNews(deps, t) : null,
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
            business: facts.vendor.name || operator,
            operator,
          }),
    replyTo,
    attachments,
  }
}

/** What happened, and what it means for credits and money. */
function textOf(t: MailTexts, mail: PurchaseMail, words: ReturnType<typeof wordsOf>): string {
  const ofCustomer =
    mail.audience === 'vendor'
      ? []
      : [
          returnedText(t, mail),
          stillOwedText(t, mail),
          backText(t, mail),
          lateCardText(t, mail, words),
          forgivenText(t, mail, words),
        ]
  return [t(`letters.${letterOf(mail)}.text`, words), ...ofCustomer, refundText(t, mail)]
    .filter(Boolean)
    .join(' ')
}

/** How it was paid, or can be. Of a request nothing is owed yet. */
function payNote(facts: Said) {
  const { paidByCard, byCard, requestedWay } = facts
  if (paidByCard) return 'paidByCard'
  if (isCardRequest(facts))
    return requestedWay === 'card' ? 'payOnceConfirmed' : 'payOnceConfirmedEither'
  return byCard ? 'payByCard' : 'payDirectly'
}

const isCardRequest = ({ requestedWay, entries }: Pick<Said, 'requestedWay' | 'entries'>) =>
  Boolean(requestedWay) && isWaiting({ entries })

/** Whether a new booking has a price that its email has to explain. One by hand may have been paid: then nothing is said. */
const paysDirectly = ({ kind, audience, facts }: PurchaseMail) =>
  audience === 'customer' &&
  (facts.bundle === null || isCardRequest(facts)) &&
  (!facts.isByHand || facts.owedMinor > 0) &&
  facts.entries.some(({ priceMinor }) => priceMinor > 0) &&
  ['waiting', 'booked'].includes(becomes({ kind }))

/** Whether the vendor has the price of a new booking, or has to ask for it. */
function vendorPayText(t: MailTexts, { kind, audience, facts, language }: PurchaseMail): string[] {
  const currency = facts.entries[0]?.currency
  if (audience === 'customer' || facts.bundle !== null) return []
  if (facts.late && facts.paidByCard) return [t('lateCard.vendor')]
  if (becomes({ kind }) !== 'booked') return []
  if (facts.paidByCard) return [t('paidByCard')]
  return facts.owedMinor > 0 && currency
    ? [t('toCollect', { price: formatMoney({ minor: facts.owedMinor, currency }, language) })]
    : []
}

const becomes = ({ kind }: Pick<PurchaseMail, 'kind'>) => traitsOf(kind).becomes

/** It says that a booking stands. */
const saysBooked = (mail: PurchaseMail) =>
  mail.audience === 'customer' && becomes(mail) === 'booked'

/** How to pay, in the vendor's words. */
function paymentBlocks(t: MailTexts, mail: PurchaseMail): Block[] {
  const { paymentNote: note = null } = mail.facts
  if (note === null || !saysBooked(mail)) return []
  const lines = note.split('\n').map((text) => ({ text }))
  return [{ heading: t('howToPay'), lines, dates: [], end: [] }]
}

/** Until when cancelling is free, with a booking that stands, as long as it is. */
function freeText(t: MailTexts, mail: PurchaseMail): string[] {
  const { facts, language } = mail
  const { freeTerm: term = null, entries } = facts
  if (!saysBooked(mail) || term === null) return []
  if ('noticeMinutes' in term)
    return [t('cancelFree', { hours: Math.ceil(term.noticeMinutes / 60) })]
  return [
    t('freeUntil', { time: shortWhenText(t, term.until, entries[0]?.zone ?? 'UTC', language) }),
  ]
}

/** Whether the vendor still has to answer. */
const isWaiting = ({ entries }: Pick<PurchaseFacts, 'entries'>) =>
  entries.some(({ state }) => state === 'waiting')

/** Whether nothing is booked any more, and nothing can be with the bundle: then nothing has to be paid. */
const isNothingLeft = ({ spotsHeld, bundle, owedMinor, asksForLate }: PurchaseFacts) =>
  spotsHeld === 0 && owedMinor === 0 && !asksForLate && (bundle === null || bundle.isWithdrawn)

/** What is still to be paid after a part has ended or was waived; the bundle says its own. */
function stillOwedText(t: MailTexts, { kind, facts, language }: PurchaseMail): string {
  const { owedMinor: minor, entries, asksForLate } = facts
  const currency = entries[0]?.currency
  const isWaived = traitsOf(kind).names === 'forgiven'
  if ((isEnding(kind) || isWaived) && minor > 0 && currency)
    return t('bundle.toPay', { price: formatMoney({ minor, currency }, language) })
  return isWaived && !asksForLate ? t('nothingLeftToPay') : ''
}

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

function moneyWords({ facts, language }: PurchaseMail) {
  const currency = facts.entries[0]?.currency ?? 'EUR'
  const { backMinor, forgivenMinor } = facts
  return {
    back: formatMoney({ minor: backMinor, currency }, language),
    forgiven: formatMoney({ minor: forgivenMinor, currency }, language),
    card: facts.backToCard ? 'yes' : 'no',
  }
}

/** What was given back at the same time as something else happened. */
function backText(t: MailTexts, mail: PurchaseMail): string {
  const { back } = moneyWords(mail)
  return traitsOf(mail.kind).names !== 'back' && mail.facts.backMinor > 0
    ? t(mail.facts.backToCard ? 'bundle.backToCard' : 'bundle.givenBack', { price: back })
    : ''
}

/** Who cancelled late has paid, and the vendor decides whether any of it goes back. */
function lateCardText(
  t: MailTexts,
  { audience, facts }: PurchaseMail,
  words: ReturnType<typeof wordsOf>,
): string {
  const isKept = facts.late && facts.paidByCard && facts.bundle === null && facts.backMinor === 0
  return audience === 'customer' && isKept ? t('lateCard.customer', words) : ''
}

/** What is not asked for any more at the same time as something else happened. */
function forgivenText(t: MailTexts, mail: PurchaseMail, words: ReturnType<typeof wordsOf>): string {
  return traitsOf(mail.kind).names !== 'forgiven' && mail.facts.forgivenMinor > 0
    ? t('letters.priceWaived.text', words)
    : ''
}

function refundText(t: MailTexts, { facts, language }: PurchaseMail): string {
  const { refundMinor: minor, entries } = facts
  const currency = entries[0]?.currency
  return minor > 0 && currency
    ? t('bundle.owedBack', { price: formatMoney({ minor, currency }, language) })
    : ''
}

type Buttons = { button: MainButton; secondButton?: MainButton; links?: MainButton[] }

function buttonsOf(deps: Writer, t: MailTexts, mail: PurchaseMail, label: string): Buttons {
  const { kind, audience, language, facts } = mail
  if (audience === 'customer') {
    const href = manageUrl(deps, facts.purchase)
    const changes = (['move', 'cancel'] as const).map((change) => ({
      label: t(`change.${change}`),
      href: `${href}&do=${change}`,
    }))
    const receipt = { label: t('receipt'), href: receiptUrl(deps, facts.purchase) }
    const pay = facts.byCard
      ? { label: t('pay', { price: formatMoney(facts.byCard, language) }), href }
      : null
    const shown = { label, href }
    return {
      ...(pay === null || isEnding(kind)
        ? { button: shown }
        : becomes(mail) === 'unpaid'
          ? { button: pay }
          : { button: shown, secondButton: pay }),
      ...(facts.entries.some(({ state }) => state !== 'ended') && {
        links: [...changes, ...(facts.hasReceipt && saysBooked(mail) ? [receipt] : [])],
      }),
    }
  }
  const bookingId = facts.entries[0]?.bookingIds[0]
  if (!isWaiting(facts)) {
    const page = bookingId === undefined ? 'dashboard' : `dashboard/bookings/${bookingId}`
    return { button: { label, href: `${deps.origin}/${page}` } }
  }
  // Only pages: mail programs open the links of an email to check them.
  const href = requestUrl(deps, facts.purchase, language)
  return {
    button: { label, href: `${href}&ask=confirm`, act: 'yes' },
    secondButton: { label: t('reject'), href: `${href}&ask=reject`, act: 'no' },
  }
}

/** Where a vendor chooses which news come. A booking is worked on with them, so no header ends them all. */
export const chooseNews = ({ origin }: Pick<Writer, 'origin'>, t: MailTexts): MainButton => ({
  label: t('footer.choose'),
  href: `${origin}/settings/notifications`,
})

function addressOf(name: string, address: string | null) {
  return address === null ? null : { name, address }
}

/** One card per session, or one for a bundle with more than one of them. */
function dateBlocks(t: MailTexts, mail: PurchaseMail): Block[] {
  const { entries, bundle, vendor } = mail.facts
  const paidTo = mail.audience === 'customer' ? insideText(vendor.name) : null
  const [first, ...others] = entries
  if (!bundle || !first || others.length === 0)
    return [
      ...entries.map((entry) => dateBlock(t, entry, mail)),
      ...(bundle ? [bundleBlock(t, { bundle, about: [], dates: [], paidTo }, mail.language)] : []),
    ]
  const isSame = (of: (entry: Entry) => string | null) =>
    others.every((entry) => of(entry) === of(first))
  const sameClass = isSame(({ classTitle }) => classTitle)
  const samePlace = isSame(({ location, onlineUrl, state }) => `${location} ${onlineUrl} ${state}`)
  const about = [
    ...(sameClass ? [{ text: first.classTitle }] : []),
    ...(samePlace ? [placeLine(t, first, mail)] : []),
  ]
  const dates = entries.map((entry) => [
    { text: shortRangeText(t, entry, mail.language) },
    ...(sameClass ? [] : [{ text: entry.classTitle }]),
    ...beforeLines(t, entry, mail),
    ...(samePlace ? [] : [placeLine(t, entry, mail)]),
    ...stateLines(t, entry, mail),
  ])
  return [bundleBlock(t, { bundle, about, dates, paidTo }, mail.language)]
}

export function dateBlock(t: MailTexts, entry: Entry, mail: PurchaseMail): Block {
  const { language } = mail
  return {
    tile: { ...leafOf(entry, language), isOver: isEnding(mail.kind) },
    heading: entry.classTitle,
    lines: [
      { text: longDayText(entry, language) },
      { text: rangeText(t, entry, language) },
      ...beforeLines(t, entry, mail),
      placeLine(t, entry, mail),
      ...stateLines(t, entry, mail),
    ],
  }
}

function beforeLines(t: MailTexts, entry: Entry, { language }: PurchaseMail): Line[] {
  const { before } = entry
  return before
    ? [{ text: t('lines.before', { slot: beforeText(t, before, entry, language) }) }]
    : []
}

/** The previous time, and the previous place if that has changed. */
function beforeText(t: MailTexts, before: Slot, now: Slot, language: Language): string {
  const [zone = ''] = zoneNames([before], language)
  const range = shortRangeText(t, before, language)
  // The clock may show the same as before, in another zone.
  const when = zoneNames([now], language).includes(zone) ? range : `${range} (${zone})`
  const samePlace = before.location === now.location && before.onlineUrl === now.onlineUrl
  return samePlace ? when : `${when}, ${before.location ?? t('labels.online')}`
}

/** The link of an online session is for those who hold a confirmed spot. */
function placeLine(t: MailTexts, entry: Entry, { audience, facts }: PurchaseMail): Line {
  const { location, onlineUrl, state } = entry
  if (onlineUrl !== null) {
    if (state === 'waiting' || state === 'unpaid') return { text: t('labels.onlineLater') }
    if (state === 'ended') return { text: t('labels.online') }
    return { text: onlineUrl, href: onlineUrl }
  }
  if (location === null || facts.neutral || state === 'ended' || audience === 'vendor')
    return { text: location ?? '—' }
  return { text: location, more: { label: t('lines.map'), href: mapUrl(location) } }
}

/** How many spots and what they cost; for the vendor, how full the session is now. */
function stateLines(
  t: MailTexts,
  entry: Entry,
  { kind, audience, facts, language }: PurchaseMail,
): Line[] {
  const { state, spots: count, stillHeld, sessionId } = entry
  const ended = isEnding(kind)
  const places = facts.places?.[sessionId]
  const spots = [
    ...(state === 'waiting' ? [t('lines.waiting', { count })] : []),
    ...(state !== 'waiting' && count > 1 ? [t('lines.spots', { count })] : []),
    // The bundle holds the price of its dates.
    ...(facts.bundle || (ended && audience === 'customer') ? [] : [priceText(t, entry, language)]),
  ]
  const party = entry.party
    ? [t('lines.people', { count: entry.party.people }), ...entry.party.extras]
    : []
  return [
    party.join(' · '),
    spots.join(' · '),
    ended && stillHeld > 0 ? t('lines.stillHeld', { count: stillHeld }) : '',
    places && !onlyPlaces(facts) ? t('lines.taken', places) : '',
  ]
    .filter(Boolean)
    .map((text) => ({ text }))
}

function priceText(t: MailTexts, { priceMinor, currency }: Entry, language: Language): string {
  return priceMinor === 0
    ? t('labels.free')
    : formatMoney({ minor: priceMinor, currency }, language)
}

/** The places to draw: of the one session that the vendor's mail is about. */
function onlyPlaces({ entries, places = {} }: Said): Places | null {
  const [only, ...others] = Object.values(places)
  return only && others.length === 0 && entries.length > 0 ? only : null
}

function placesWords(places: Places | null) {
  return places
    ? { known: 'yes', ...places, open: places.capacity - places.taken }
    : { known: 'no', taken: 0, capacity: 0, open: 0 }
}

/** How else to reach the vendor where a reply does not. */
export function waysToVendor(
  t: MailTexts,
  { vendor: { phone, telegram } }: PurchaseFacts,
): Block[] {
  const rows = [
    ...(telegram === null
      ? []
      : [{ label: t('labels.write'), value: `@${telegram}`, href: telegramLink(telegram) }]),
    ...(phone === null
      ? []
      : [{ label: t('labels.call'), value: phoneText(phone), href: `tel:${phone}` }]),
  ]
  return rows.length > 0 ? [{ rows }] : []
}

function customerBlock({ purchase }: PurchaseFacts): Block {
  const { customerName, customerPhone, customerEmail, customerTelegramName } = purchase
  return {
    heading: strangersName(customerName),
    lines: [
      ...(customerTelegramName ? [chatLine(customerTelegramName)] : []),
      ...(customerPhone ? [{ text: phoneText(customerPhone), href: `tel:${customerPhone}` }] : []),
      ...(customerEmail ? [{ text: customerEmail, href: `mailto:${customerEmail}` }] : []),
    ],
    dates: [],
    end: [],
  }
}

/** '@ann' leads to her; a name alone leads nowhere. */
function chatLine(name: string): Line {
  return isUsername(name)
    ? { text: name, href: telegramLink(name) }
    : { text: `${strangersName(name)} (Telegram)` }
}

/** A file for each date that is held and, in the mail that says so, one for each that is taken out. */
function calendarFiles(
  deps: Writer,
  mails: readonly [PurchaseMail, ...PurchaseMail[]],
): MailContent['attachments'] {
  const [{ facts, createdAt }] = mails
  const { purchase, vendor } = facts
  if (purchase.customerEmail === null) return []
  const invited: Invited = {
    origin: deps.origin,
    organizer: organizerOf(deps.settings, vendor),
    attendee: { name: purchase.customerName, email: purchase.customerEmail },
  }
  const said = mails.filter(({ kind }) => !isOfMoney(kind))
  const all = [
    ...said.flatMap(({ facts: { apart } }) => apart.map((entry) => ({ ...entry, ends: false }))),
    ...said.flatMap(({ kind, facts: { entries } }) =>
      entries.map((entry) => ({ ...entry, ends: isEnding(kind) })),
    ),
  ]
  const entries = [...new Map(all.map((entry) => [entry.calendarId, entry])).values()]
  const held = entries.filter(({ stillHeld }) => stillHeld > 0)
  const ended = entries.filter(({ stillHeld, ends }) => stillHeld === 0 && ends)
  const detailsOf = (entry: Entry, place: string | null) => ({
    calendarId: entry.calendarId,
    sequence: entry.calendarSequence,
    title: entry.classTitle,
    startsAt: new Date(entry.startsAt),
    endsAt: new Date(entry.endsAt),
    place,
    tentative: entry.stillWaiting,
    viewUrl: viewUrl(deps, purchase),
    stamp: createdAt,
  })
  const file = (method: string, name: string, content: string) => ({
    filename: `${purchase.reference}${name}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content,
  })
  const numbered = (part: readonly Entry[], at: number) => (part.length > 1 ? `-${at + 1}` : '')
  return [
    ...held.map((entry, at) => {
      const place = entry.location ?? (entry.stillWaiting ? null : entry.onlineUrl)
      return file('REQUEST', numbered(held, at), requestFile(detailsOf(entry, place), invited))
    }),
    ...ended.map((entry, at) =>
      file(
        'CANCEL',
        `-cancelled${numbered(ended, at)}`,
        cancelFile(detailsOf(entry, entry.location), invited),
      ),
    ),
  ]
}
