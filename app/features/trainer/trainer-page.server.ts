import { data, type RouterContextProvider } from 'react-router'
import { incomingContext } from '#app/http/context.ts'
import { readerLanguage } from '#app/http/request.ts'
import { findSessionUser } from '#app/http/session.ts'
import { urlText, urlWith } from '#app/http/url-text.ts'
import { translator } from '#app/locale/translate.ts'
import { trainerHead } from '#app/seo/structured-data.ts'
import { titleOf } from '#app/seo/titles.ts'
import { accentOf } from '#core/shared/accent.ts'
import { type ClassCard, listClassesOfPage } from '#core/classes/queries/class-cards.ts'
import { listSessionDays, listUpcomingSessions } from '#core/classes/queries/public-sessions.ts'
import { type BundleOffer, listBundleOffers } from '#core/passes/queries.ts'
import { listPicturesOfPage } from '#core/pictures/queries.ts'
import type { PictureShown } from '#core/pictures/rules.ts'
import { endOfDay, type LocalDate, startOfDay, todayIn } from '#core/shared/time.ts'
import {
  findFace,
  findWorkplace,
  isPageSuspended,
  type PublicVendor,
} from '#core/vendors/queries.ts'
import { mayManage } from '#core/vendors/rules.ts'
import { dateIn, daysShown, monthIn, monthOf, trainerCalendar } from './trainer-calendar.ts'

type Asked = { request: Request; context: Readonly<RouterContextProvider>; url: URL }
type LinkOf = (changes: Record<string, string | null>) => string

const sessionsShown = 14
const sessionsOfDay = 100

/**
 * Loads a vendor's page in six queries after the vendor's own. A list that could not be read is null; the rest is shown.
 */
export async function trainerPage({ request, context, url }: Asked, vendor: PublicVendor) {
  const { deps, requestId } = context.get(incomingContext)
  const { db } = deps
  const orNull = <T>(read: Promise<T>): Promise<T | null> =>
    read.catch((error: unknown) => {
      deps.log.error({ requestId, error }, 'a part of a vendor page failed')
      return null
    })
  const now = new Date()
  const zone = vendor.timeZone
  const { layout } = vendor

  const [face, pictures, listed] = await Promise.all([
    orNull(findFace(db, vendor.id)),
    orNull(listPicturesOfPage(db, vendor.id)),
    orNull(listClassesOfPage(db, vendor.id)),
  ])
  const classes = listed && listed.classes.filter(({ kind }) => kind === 'class')
  const facilities = listed?.classes.filter(({ kind }) => kind === 'facility') ?? []
  const isWhole = listed === null || listed.total === listed.classes.length
  const asked = readParameters(url, { classes, layout, today: todayIn(zone, now), zone })
  const { selected, date, month, today } = asked
  const shown = daysShown(month, today)
  const classIds = classes?.map(({ id }) => id) ?? []
  const [sessions, days, offers] = await Promise.all([
    orNull(
      listUpcomingSessions(db, selected ? { classId: selected.id } : { vendorId: vendor.id }, {
        ...asked.span,
        cursor: asked.cursor,
        limit: date === null ? sessionsShown : sessionsOfDay,
      }),
    ),
    orNull(
      listSessionDays(
        db,
        { vendorId: vendor.id, classId: selected?.id ?? null },
        { from: startOfDay(shown.first, zone), to: endOfDay(shown.last, zone) },
      ),
    ),
    orNull(listBundleOffers(deps, { classIds })),
  ])

  const isFirst = selected === null && date === null && asked.cursor === null
  const name = vendor.name
  const partsOf = ({ id }: ClassCard) => ({
    offers: offers?.get(id) ?? [],
    picture: pictures?.ofClasses.get(id) ?? null,
  })
  const linkOf: LinkOf = (changes) => urlWith(url, { after: null, ...changes })
  const found = (classes ?? [])
    .filter(
      (one) =>
        matches(one, asked.search) && (asked.category === '' || one.category === asked.category),
    )
    .toSorted(byNextDate)
  return {
    accent: accentOf(vendor.accent),
    asks: vendor.asks,
    layout,
    vendor: {
      username: vendor.username ?? '',
      name,
      fullName: face?.fullName ?? null,
      avatarUrl: face?.avatarUrl ?? null,
      face: pictures?.face ?? pictures?.logo ?? null,
      cover: pictures?.cover ?? null,
      location: vendor.location,
      description: vendor.description,
      specialties: vendor.specialties,
      elsewhere: {
        serviceAreas: vendor.serviceAreas,
        website: vendor.website,
        instagram: vendor.socialInstagram,
        facebook: vendor.socialFacebook,
        twitter: vendor.socialTwitter,
      },
      contactEmail: vendor.contactEmail,
      contactPhone: vendor.contactPhone,
      contactTelegram: vendor.contactTelegram ?? vendor.telegramBotUsername,
      timeZone: zone,
      badges: face?.badges ?? [],
      years: vendor.experienceYears ?? 0,
      students: face?.students ?? 0,
      classes: listed ? listed.total - facilities.length : 0,
    },
    gallery: pictures?.gallery ?? [],
    failed: { profile: face === null, bundles: offers === null },
    count: {
      classes: listed ? listed.total - facilities.length : 0,
      listed: classes?.length ?? 0,
      // Null: not known, of classes that are not listed.
      sessions: isWhole
        ? (classes?.reduce((sum, { upcomingSessions }) => sum + upcomingSessions, 0) ?? null)
        : null,
    },
    search: asked.search,
    category: asked.category,
    categories: [...new Set(classes?.map(({ category }) => category))],
    classes: classes && found.map((one) => shownClass(one, partsOf(one), linkOf)),
    facilities: facilities.map((one) => shownClass(one, partsOf(one), linkOf)),
    selected: selected && {
      ...shownClass(selected, partsOf(selected), linkOf),
      description: selected.description,
    },
    date,
    sessions: sessions?.items ?? null,
    calendar:
      days &&
      trainerCalendar({ month, today, selected: date }, days, {
        day: (to) => linkOf({ date: to === date ? null : to, month: null }),
        month: (to) => linkOf({ month: to }),
      }),
    now,
    links: {
      page: url.pathname,
      allClasses: linkOf({ q: null, category: null }),
      clearSelection: linkOf({ class: null, date: null, month: null }),
      clearDate: linkOf({ date: null, month: null }),
      later: sessions?.nextCursor
        ? `${urlWith(url, { after: sessions.nextCursor })}#sessions`
        : null,
      first: asked.cursor === null ? null : linkOf({}),
    },
    head: trainerHead(
      { request, context },
      {
        title: titleOf(context, name),
        vendor: {
          username: vendor.username ?? '',
          name,
          avatarUrl: face?.avatarUrl ?? null,
          location: vendor.location,
          description: vendor.description,
          contactPhone: vendor.contactPhone,
        },
        classes: listed?.classes ?? null,
        // A chosen day or class says nothing of what is next.
        sessions: isFirst ? (sessions?.items ?? null) : null,
      },
    ),
  }
}

/** A page that is not there: 404, with the sentence that fits the address. */
export async function missingTrainer(
  { request, context }: Asked,
  of: { username: string } | { vendorId: string },
) {
  const t = translator(readerLanguage(request), 'pages')
  const isSuspended = await isPageSuspended(context.get(incomingContext).deps.db, of)
  const title = titleOf(context, t(isSuspended ? 'suspended.title' : 'trainer.notFound'))
  return data({ vendor: null, isSuspended, title }, { status: 404 })
}

/** Whether the reader is signed in and may change what is booked with this vendor. */
export async function managesPage({ request, context }: Asked, vendorId: string): Promise<boolean> {
  const user = await findSessionUser(request, context)
  const workplace = user && (await findWorkplace(context.get(incomingContext).deps.db, user.id))
  return workplace !== null && workplace.id === vendorId && mayManage(workplace.role)
}

/** The valid parameters of the URL. */
function readParameters(
  url: URL,
  known: {
    classes: readonly ClassCard[] | null
    layout: 'schedule' | 'catalogue'
    today: LocalDate
    zone: string
  },
) {
  const { classes, today, zone } = known
  const wanted = urlText(url, 'class')
  const selected = classes?.find(({ id }) => id === wanted) ?? null
  const next = nextStart(selected ? [selected] : (classes ?? []))
  const nextDate = next && todayIn(zone, next)
  // The class of a catalogue shows the times of one day, at first the next one.
  const asDetail = known.layout === 'catalogue' && selected !== null
  const asked = dateIn(urlText(url, 'date'))
  const later = monthIn(urlText(url, 'month'), today)
  const date = asked ?? (asDetail && later === null ? nextDate : null)
  const month = later ?? monthOf(date ?? nextDate ?? today)
  const begins = later !== null && later > monthOf(today) ? startOfDay(`${later}-01`, zone) : null
  return {
    search: known.layout === 'schedule' ? urlText(url, 'q') : '',
    category: known.layout === 'catalogue' ? urlText(url, 'category') : '',
    selected,
    date,
    month,
    today,
    span:
      date === null
        ? { from: begins, to: null }
        : { from: startOfDay(date, zone), to: endOfDay(date, zone) },
    cursor: date === null ? url.searchParams.get('after') : null,
  }
}

function nextStart(classes: readonly ClassCard[]): Date | null {
  const starts = classes.flatMap(({ nextStartsAt }) => nextStartsAt?.getTime() ?? [])
  return starts.length === 0 ? null : new Date(Math.min(...starts))
}

/** What nobody can book any more comes last. */
function byNextDate(a: ClassCard, b: ClassCard): number {
  const closed = Number(a.registrationClosed) - Number(b.registrationClosed)
  const startOf = (one: ClassCard) => one.nextStartsAt?.getTime() ?? Number.MAX_SAFE_INTEGER
  return closed || startOf(a) - startOf(b)
}

function matches(one: ClassCard, search: string): boolean {
  const needle = plain(search)
  return plain(one.title).includes(needle) || plain(one.description).includes(needle)
}

function plain(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

export type PickableClass = ReturnType<typeof shownClass>

function shownClass(
  one: ClassCard,
  { offers, picture }: { offers: readonly BundleOffer[]; picture: PictureShown | null },
  linkOf: LinkOf,
) {
  // Long texts and what all of them share stay on the server.
  const { description: _, vendor: _vendor, ...card } = one
  return {
    ...card,
    // One place for a party of some people.
    maxStudents: one.maxPeople ?? one.maxStudents,
    picture,
    bundles: offers.map((offer) => ({
      id: offer.id,
      name: offer.name,
      sessionCount: offer.sessionCount,
      bundlePriceMinor: offer.bundlePriceMinor,
      fullPriceMinor: offer.fullPriceMinor,
      discountPercent: offer.discountPercent,
      perSessionMinor: offer.perSessionMinor,
      expiryDays: offer.expiryDays,
    })),
    to: linkOf({ class: one.id, date: null, month: null }),
  }
}
