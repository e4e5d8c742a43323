import { data, type RouterContextProvider } from 'react-router'
import {
  type ClassCard,
  listClassesOfPage,
  listUpcomingSessions,
  type SessionCard,
} from '#core/classes/queries.ts'
import { findOwner, type PublicVendor } from '#core/vendors/queries.ts'
import { incomingContext } from './context.ts'
import { readerLanguage } from './request.ts'
import { titleOf } from './titles.ts'
import { translator } from './translate.ts'
import { urlText, urlWith } from './url-text.ts'

type Asked = { request: Request; context: Readonly<RouterContextProvider>; url: URL }

const sessionsShown = 14

/** What the page of a vendor shows. A list that could not be read is null, and the rest stands. */
export async function trainerPage({ context, url }: Asked, vendor: PublicVendor) {
  const { deps, requestId } = context.get(incomingContext)
  const search = urlText(url, 'q')
  const cursor = url.searchParams.get('after')
  const orNull = <T>(read: Promise<T>): Promise<T | null> =>
    read.catch((error: unknown) => {
      deps.log.error({ requestId, error }, 'a part of a vendor page failed')
      return null
    })

  const [owner, classes] = await Promise.all([
    findOwner(deps.db, vendor.id),
    orNull(listClassesOfPage(deps.db, vendor.id)),
  ])
  const wanted = urlText(url, 'class')
  const selected = classes?.find(({ id }) => id === wanted) ?? null
  const sessions = await orNull(
    listUpcomingSessions(deps.db, selected ? { classId: selected.id } : { vendorId: vendor.id }, {
      from: null,
      to: null,
      cursor,
      limit: sessionsShown,
    }),
  )
  const name = vendor.business_name ?? owner?.full_name ?? ''
  const linkOf = (changes: Record<string, string | null>) =>
    urlWith(url, { after: null, ...changes })
  return {
    vendor: {
      username: vendor.username ?? '',
      name,
      fullName: owner?.full_name ?? null,
      avatarUrl: owner?.avatar_url ?? null,
      location: vendor.location,
      description: vendor.description,
      contactEmail: vendor.contact_email,
      contactPhone: vendor.contact_phone,
      timeZone: vendor.time_zone,
    },
    search,
    classes:
      classes &&
      classes.filter((one) => matches(one, search)).map((one) => shownClass(one, linkOf)),
    selected: selected && { id: selected.id, title: selected.title },
    sessions: sessions && onceEach(sessions.items),
    now: new Date(),
    links: {
      all: linkOf({ q: null }),
      clearSelection: linkOf({ class: null }),
      later: sessions?.nextCursor ? urlWith(url, { after: sessions.nextCursor }) : null,
      first: cursor === null ? null : linkOf({}),
    },
    title: titleOf(context, name),
  }
}

/** A page that is not there: 404, with the sentence that fits the address. */
export function missingTrainer({ request, context }: Asked) {
  const t = translator(readerLanguage(request), 'pages')
  return data({ vendor: null, title: titleOf(context, t('trainer.notFound')) }, { status: 404 })
}

function matches(one: ClassCard, search: string): boolean {
  const needle = search.toLowerCase()
  return one.title.toLowerCase().includes(needle) || one.description.toLowerCase().includes(needle)
}

function shownClass(one: ClassCard, linkOf: (changes: Record<string, string | null>) => string) {
  return {
    id: one.id,
    title: one.title,
    priceMinor: one.priceMinor,
    currency: one.currency,
    durationMinutes: one.durationMinutes,
    maxStudents: one.maxStudents,
    location: one.location,
    online: one.online,
    upcomingSessions: one.upcomingSessions,
    nextStartsAt: one.nextStartsAt,
    timeZone: one.timeZone,
    to: linkOf({ class: one.id }),
  }
}

/** The same class at the same time is shown once: the one that has room, if any has. */
function onceEach(sessions: readonly SessionCard[]): SessionCard[] {
  const shown = new Map<string, SessionCard>()
  for (const session of sessions) {
    const key = `${session.classId} ${session.startsAt.getTime()} ${session.endsAt.getTime()}`
    const other = shown.get(key)
    if (!other || roomIn(session) > roomIn(other)) shown.set(key, session)
  }
  return [...shown.values()]
}

function roomIn({ maxStudents, currentStudents }: SessionCard): number {
  return Math.max(0, maxStudents - currentStudents)
}
