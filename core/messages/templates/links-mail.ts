import { z } from 'zod'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { findHold, listPayable } from '#core/cards/queries.ts'
import { formatMoney } from '#core/shared/money.ts'
import { feedPage, listFeedsOf } from '#core/feeds/queries/links.ts'
import type { Language } from '#core/shared/languages.ts'
import { type Upcoming, listUpcoming } from '../queries/upcoming.ts'
import { insideText } from '../rules/names.ts'
import type { Block } from './blocks.ts'
import { leftText } from './bundle-texts.ts'
import { leafOf, shortRangeText, shortWhenText, zoneNames } from './clock-texts.ts'
import { defineCheckedLetter, type Writer } from './define-letter.ts'
import { isNeutral, listedWithoutLinks } from './neutral-words.ts'
import { onePage } from './one-page.ts'
import { type MailTexts, mailTexts } from './translator.ts'

const listed = {
  email: 'carla@example.com',
  purchaseId: '00000000-0000-4000-8000-000000000001',
  reference: 'ABCDEFGHJK',
  tokenRotation: 0,
  business: 'Studio Vera',
  classTitle: 'Yoga',
  zone: 'Europe/Berlin',
}
const start = new Date('2027-03-28T16:00:00Z')
const end = new Date('2027-03-28T17:00:00Z')
const dated = { ...listed, startsAt: start, endsAt: end, payUntil: null }

/**
 * The manage links of all upcoming bookings and of the bundles that can still be used, for customers who lost them. It
 * may be about several vendors, so it comes from none of them.
 */
export const linksMail = defineCheckedLetter({
  to: ['customer'],
  facts: z.object({ why: z.enum(['changed', 'resent']).optional() }),
  async lookAgain(deps, { recipient, language, purchaseId, facts: { why = 'resent' } }) {
    const upcoming = await listUpcoming(deps.db, recipient)
    if (!upcoming) return null
    const said = await inOurWords(deps, language, recipient, upcoming)
    return { ...said, why: purchaseId === null ? ('asked' as const) : why }
  },
  write(deps, { language, facts }) {
    const t = mailTexts(language)
    const { spots, bundles, isCut, why, toPay } = facts
    const count = new Set([...spots, ...bundles].map(({ purchaseId }) => purchaseId)).size
    const zones = zoneNames(facts.spots, language)
    return onePage(deps, language, {
      letter: 'links',
      words: { count, why },
      blocks: blocksOf(deps, language, facts),
      ...(toPay && {
        href: manageUrl(deps, toPay),
        label: t('pay', { price: formatMoney(toPay, language) }),
      }),
      notes: [...(isCut ? [t('letters.links.more')] : []), t('letters.links.note')],
      smallPrint: zones.length === 1 ? zones.map((zone) => t('zone', { zone })) : [],
      footer: why === 'asked' ? 'account' : null,
    })
  },
  examples: [
    {
      audience: 'customer',
      facts: {
        spots: [
          { ...dated, spots: 2, waiting: false },
          { ...dated, spots: 1, waiting: true },
          { ...dated, spots: 2, waiting: false, payUntil: start },
        ],
        toPay: { ...listed, minor: 4000, currency: 'EUR' },
        bundles: [{ ...listed, bundleName: 'Yoga 10', sessionsLeft: 5, expiresAt: end }],
        feeds: [{ id: listed.purchaseId, business: listed.business }],
        isCut: true,
        why: 'asked',
      },
    },
    {
      audience: 'customer',
      facts: {
        spots: [{ ...dated, spots: 1, waiting: false }],
        toPay: null,
        bundles: [],
        feeds: [],
        isCut: false,
        why: 'changed',
      },
    },
  ],
})

/** Without links of vendors that have not proven themselves. */
async function inOurWords(
  deps: Writer,
  language: Language,
  recipient: string,
  upcoming: Upcoming,
): Promise<Listing> {
  const t = mailTexts(language)
  const { spots, bundles, isCut } = upcoming
  const neutral = new Set<string>()
  for (const vendorId of new Set([...spots, ...bundles].map((entry) => entry.vendorId)))
    if (await isNeutral(deps, { audience: 'customer', vendorId })) neutral.add(vendorId)
  const worded = <One extends Upcoming['spots' | 'bundles'][number]>(entry: One) =>
    neutral.has(entry.vendorId) ? listedWithoutLinks(t, entry) : entry
  const all = [...spots, ...bundles]
  const feeds = (await listFeedsOf(deps.db, recipient)).flatMap(({ id, vendorId }) => {
    const entry = all.find((one) => one.vendorId === vendorId)
    return entry ? [{ id, business: worded(entry).business }] : []
  })
  const toPay = await findToPay(deps, spots)
  return { spots: spots.map(worded), toPay, bundles: bundles.map(worded), feeds, isCut }
}

/** The first purchase that waits for its payment, and what it costs; null: none does, or it cannot be paid now. */
async function findToPay(
  { db, settings }: Writer,
  spots: Upcoming['spots'],
): Promise<ToPay | null> {
  const first = spots.find(({ payUntil }) => payUntil !== null)
  if (!first) return null
  const { vendorId, purchaseId, reference, tokenRotation } = first
  const link = { purchaseId, reference, tokenRotation }
  const hold = await findHold(db, { vendorId, purchaseId })
  if (hold) return { ...link, minor: hold.amountMinor, currency: hold.currency }
  const owed = await listPayable({ db, settings }, { vendorId, purchaseId })
  const minor = owed.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return owed[0] ? { ...link, minor, currency: owed[0].currency } : null
}

type ToPay = Parameters<typeof manageUrl>[1] & { minor: number; currency: string }

type Listing = { [Part in 'spots' | 'bundles']: Omit<Upcoming[Part][number], 'vendorId'>[] } & {
  toPay: ToPay | null
  /** that show these bookings in a calendar */
  feeds: { id: string; business: string }[]
  isCut: boolean
}
type Listed = Listing['spots' | 'bundles'][number]

const mostDates = 6

/** One card per purchase, with one link. */
function blocksOf(deps: Writer, language: Language, said: Listing): Block[] {
  const t = mailTexts(language)
  const { spots, bundles, feeds } = said
  const hasZones = zoneNames(spots, language).length > 1
  const purchases = [...Map.groupBy(spots, ({ purchaseId }) => purchaseId).values()]
  const linesOf = (entry: Listed, about: readonly string[]) => [
    {
      text: t('lines.with', { business: insideText(entry.business) || deps.settings.operatorName }),
    },
    ...about.map((text) => ({ text })),
    { text: t('letters.links.button'), href: manageUrl(deps, entry) },
  ]
  return [
    ...purchases.flatMap((dates) => {
      const [first] = dates
      if (!first) return []
      const more = dates.length - mostDates
      return [
        {
          tile: { ...leafOf(first, language), isOver: false },
          heading: [...new Set(dates.map(({ classTitle }) => classTitle))].join(', '),
          lines: linesOf(first, [
            ...dates.slice(0, mostDates).map((date) => dateText(t, date, language)),
            ...(more > 0 ? [t('lines.moreDates', { count: more })] : []),
            ...(hasZones ? zoneNames(dates, language) : []),
          ]),
        },
      ]
    }),
    ...bundles.map((entry) => ({
      heading: entry.bundleName || entry.classTitle,
      lines: linesOf(entry, [
        ...(entry.bundleName ? [entry.classTitle] : []),
        leftText(t, entry, language),
      ]),
      dates: [],
      end: [],
    })),
    ...(feeds.length > 0 ? [feedsBlock(deps, t, feeds)] : []),
  ]
}

function feedsBlock(deps: Writer, t: MailTexts, feeds: Listing['feeds']): Block {
  return {
    heading: t('letters.links.feeds'),
    lines: feeds.map(({ id, business }) => ({
      text: t('letters.links.feed', {
        business: insideText(business) || deps.settings.operatorName,
      }),
      href: feedPage(deps, id),
    })),
    dates: [],
    end: [],
  }
}

function dateText(t: MailTexts, date: Listing['spots'][number], language: Language): string {
  const { spots: count, waiting, payUntil, zone } = date
  const until = payUntil && shortWhenText(t, payUntil.toISOString(), zone, language)
  return [
    shortRangeText(t, date, language),
    ...(waiting ? [t('lines.waiting', { count })] : []),
    ...(until ? [t('lines.unpaid', { count, until })] : []),
    ...(!waiting && !until && count > 1 ? [t('lines.spots', { count })] : []),
  ].join(' · ')
}
