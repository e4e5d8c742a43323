import type { RouterContextProvider } from 'react-router'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { momentText } from '#app/locale/clock.ts'
import { translator } from '#app/locale/translate.ts'
import { bookingPhase } from '#core/classes/rules.ts'
import type { ClassCard } from '#core/classes/queries/class-cards.ts'
import type { SessionCard } from '#core/classes/queries/public-sessions.ts'
import type { Language } from '#core/shared/languages.ts'
import { amountText, formatMoney } from '#core/shared/money.ts'
import { type Head, headOf, type Linked, shortened } from './head.ts'

type Asked = { request: Request; context: Readonly<RouterContextProvider> }

type FoundTrainer = {
  username: string
  name: string
  avatarUrl: string | null
  location: string | null
  description: string | null
  contactPhone: string | null
}

/** Metadata of a vendor's page for search engines and previews: name, place and next session. */
export function trainerHead(
  { request, context }: Asked,
  page: {
    title: string
    vendor: FoundTrainer
    classes: readonly ClassCard[] | null
    sessions: readonly SessionCard[] | null
  },
): Head {
  const language = readerLanguage(request)
  const t = translator(language, 'found')
  const { vendor } = page
  const next = findNextClass(page.classes ?? [])
  const openClasses = page.classes?.filter(({ registrationClosed }) => !registrationClosed) ?? []
  const classOf = ({ classId }: SessionCard) => openClasses.find(({ id }) => id === classId)
  const open = page.sessions?.find((session) => isOpen(session) && classOf(session))
  const of = open && classOf(open)
  const total = (page.classes ?? []).reduce((sum, { upcomingSessions: n }) => sum + n, 0)
  const path = `/${vendor.username}`
  const picture = `/og/trainer/${vendor.username}.png`
  return headOf(context, {
    title: page.title,
    heading: vendor.name,
    description: sentences([
      open && of
        ? nextText(language, of, { ...open, title: of.title })
        : next && soonestText(language, next, page.sessions ?? [], total),
      vendor.location,
      vendor.description || t('trainer', { name: vendor.name }),
    ]),
    path,
    picture,
    kind: 'profile',
    linked: [businessData(depsOf(context).origin, vendor, page.classes ?? [])],
  })
}

function findNextClass(classes: readonly ClassCard[]): ClassCard | null {
  const upcoming = classes.filter(({ nextStartsAt }) => nextStartsAt !== null)
  const start = ({ nextStartsAt }: ClassCard) => nextStartsAt?.getTime() ?? 0
  return upcoming.toSorted((one, other) => start(one) - start(other))[0] ?? null
}

/** How the page of a class is found and shown elsewhere: what, when next, for how much. */
export function classHead(
  { request, context }: Asked,
  page: {
    title: string
    found: ClassCard
    sessions: readonly SessionCard[]
  },
): Head {
  const language = readerLanguage(request)
  const t = translator(language, 'found')
  const { found } = page
  const open = found.registrationClosed ? undefined : page.sessions.find(isOpen)
  const { origin } = depsOf(context)
  const path = `/book/class/${found.id}`
  return headOf(context, {
    title: page.title,
    heading: `${found.title} · ${found.vendor.name}`,
    description: sentences([
      open
        ? nextText(language, found, open)
        : soonestText(language, found, page.sessions, found.upcomingSessions),
      found.location,
      found.description || t('class', { title: found.title, name: found.vendor.name }),
    ]),
    path,
    picture: `/og/class/${found.id}.png`,
    listed: !found.byLinkOnly,
    linked: found.byLinkOnly
      ? []
      : [
          trainerData(origin, found),
          ...page.sessions.slice(0, mostEvents).map((one) => eventData(origin, found, one)),
          trail([
            { name: found.vendor.name, url: `${origin}/${found.vendor.username}` },
            { name: found.title, url: `${origin}${path}` },
          ]),
        ],
  })
}

const mostEvents = 3

/** The next session with an open spot. */
function nextText(
  language: Language,
  of: ClassCard,
  open: SessionCard & { title?: string },
): string {
  const t = translator(language, 'found')
  const when = [momentText(open.startsAt, of.timeZone, language), open.title]
  return t('nextOpen', {
    when: when.filter(Boolean).join(' '),
    price: priceText(language, of),
    spots: t('spotsLeft', { n: spotsLeft(open) }),
  })
}

/** Without an open spot among the listed sessions: fully booked only if these are all there are. */
function soonestText(
  language: Language,
  of: ClassCard,
  sessions: readonly SessionCard[],
  total: number,
): string | null {
  const t = translator(language, 'found')
  if (!of.nextStartsAt) return null
  const when = momentText(of.nextStartsAt, of.timeZone, language)
  const price = priceText(language, of)
  const isFull = sessions.length >= total && sessions.every((session) => spotsLeft(session) === 0)
  return isFull
    ? t('next', { when, price, spots: t('spotsLeft', { n: 0 }) })
    : t('nextOnly', { when, price })
}

function priceText(language: Language, { priceMinor: minor, currency }: ClassCard): string {
  return minor === 0
    ? translator(language, 'shared')('free')
    : formatMoney({ minor, currency }, language)
}

function isOpen(session: SessionCard): boolean {
  return bookingPhase(session, new Date()) === 'open' && spotsLeft(session) > 0
}

function spotsLeft({ maxStudents, currentStudents }: SessionCard): number {
  return Math.max(0, maxStudents - currentStudents)
}

function sentences(parts: readonly (string | null)[]): string {
  return parts
    .flatMap((part) => part?.trim() || [])
    .map((part) => (/[.!?…]$/u.test(part) ? part : `${part}.`))
    .join(' ')
}

function businessData(origin: string, vendor: FoundTrainer, classes: readonly ClassCard[]): Linked {
  const url = `${origin}/${vendor.username}`
  const prices = classes.map(({ priceMinor }) => priceMinor)
  const currency = classes[0]?.currency
  return {
    '@type': vendor.location ? 'SportsActivityLocation' : 'LocalBusiness',
    '@id': url,
    name: vendor.name,
    url,
    image: `${origin}/og/trainer/${vendor.username}.png`,
    ...(vendor.avatarUrl && { logo: new URL(vendor.avatarUrl, origin).href }),
    ...(vendor.location && { address: vendor.location }),
    ...(vendor.description && { description: vendor.description }),
    ...(vendor.contactPhone && { telephone: vendor.contactPhone }),
    ...(currency &&
      prices.length > 0 && {
        priceRange: [...new Set([Math.min(...prices), Math.max(...prices)])]
          .map((minor) => formatMoney({ minor, currency }, 'en'))
          .join('–'),
      }),
  }
}

function trainerData(origin: string, { vendor }: ClassCard): Linked {
  const url = `${origin}/${vendor.username}`
  return { '@type': 'Organization', '@id': url, name: vendor.name, url }
}

function eventData(origin: string, of: ClassCard, session: SessionCard): Linked {
  const url = `${origin}/book/class/${of.id}?session=${session.id}`
  const trainer = { '@id': `${origin}/${of.vendor.username}` }
  const performer = session.instructor ?? of.vendor.fullName
  return {
    '@type': 'Event',
    name: of.title,
    url,
    image: `${origin}/og/class/${of.id}.png`,
    startDate: session.startsAt.toISOString(),
    endDate: session.endsAt.toISOString(),
    // Scheduled and on site is what search engines assume.
    ...(session.online && { eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode' }),
    location: session.online
      ? { '@type': 'VirtualLocation', url }
      : {
          '@type': 'Place',
          name: session.location ?? of.vendor.name,
          ...(session.location && { address: session.location }),
        },
    ...(of.description && { description: shortened(of.description, 150) }),
    maximumAttendeeCapacity: session.maxStudents,
    remainingAttendeeCapacity: spotsLeft(session),
    organizer: trainer,
    performer: performer ? { '@type': 'Person', name: performer } : trainer,
    offers: {
      '@type': 'Offer',
      url,
      price: amountText({ minor: of.priceMinor, currency: of.currency }),
      priceCurrency: of.currency,
      availability: `https://schema.org/${isOpen(session) && !of.registrationClosed ? 'InStock' : 'SoldOut'}`,
      validThrough: session.bookingClosesAt.toISOString(),
    },
  }
}

function trail(steps: readonly { name: string; url: string }[]): Linked {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: url,
    })),
  }
}
