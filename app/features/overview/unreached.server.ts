import type { Start } from '#app/features/workspace/day-text.ts'
import {
  listUnreachedOf,
  type UnreachedPart,
  type UnreachedPerson,
} from '#core/messages/queries/unreached.ts'
import type { ReachOf } from '#core/classes/queries/reach.ts'
import { customerLetter } from '#core/messages/rules/kinds.ts'
import {
  shortBundleEndMessage,
  shortBundleMessage,
  shortLinkMessage,
  shortMessage,
} from '#core/messages/templates/short-message.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { phoneText } from '#core/shared/phone-text.ts'
import { wallClockOf } from '#core/shared/time.ts'
import type { Unreached } from './unreached-list.tsx'

/** What was changed, as an address says it. */
type Changed = `session:${string}` | `class:${string}` | `bookings:${string}`

/** Where a change leads. The page there lists the people it could not notify. */
export function withUntold(
  to: string,
  { unreached }: { unreached: number },
  changed: Changed,
): string {
  if (unreached === 0) return to
  const url = new URL(to, 'http://localhost')
  url.searchParams.set('untold', changed)
  return `${url.pathname}${url.search}${url.hash}`
}

function changedIn(text: string): ReachOf | null {
  const [of, list = ''] = text.split(':')
  const ids = list.split(',').filter(isId)
  const [first] = ids
  if (first === undefined) return null
  if (of === 'session') return { sessionIds: [first] }
  return of === 'class' ? { classId: first } : of === 'bookings' ? { bookingIds: ids } : null
}

const mostShown = 20

/** Those whom a change that was just made has not reached; null: the address names none. */
export async function listUntold(
  deps: Deps,
  { vendorId, userId }: { vendorId: VendorId; userId: string },
  url: URL,
): Promise<Unreached[] | null> {
  const of = changedIn(url.searchParams.get('untold') ?? '')
  if (of === null) return null
  const people = await listUnreachedOf(deps.db, vendorId, of)
  return people.slice(0, mostShown).map((person) => unreachedOf(deps, person, userId))
}

type News = Unreached['news'][number]

export function unreachedOf(
  deps: Deps,
  { contact, parts, messageIds, purchaseIds, isTried }: UnreachedPerson,
  userId: string,
): Unreached {
  const firstLink = parts.findIndex(({ what }) => what === 'link')
  return {
    messageIds,
    purchaseIds,
    isTried,
    name: contact.customerName,
    phone: contact.customerPhone,
    phoneText: contact.customerPhone && phoneText(contact.customerPhone),
    email: contact.customerEmail,
    telegram: contact.customerTelegramName,
    // The links to several bookings are one line.
    news: parts.filter((part, at) => part.what !== 'link' || at === firstLink).map(newsOf),
    text: parts.map((part) => textOf(deps, part, userId)).join('\n\n'),
  }
}

function newsOf(part: UnreachedPart): News {
  const { id } = part
  if (part.what === 'link') return { id, letter: 'newLink', about: [], bundle: null }
  if (part.what === 'note') return { id, letter: 'note', about: [], bundle: null }
  if (part.what === 'bundle') {
    const letter = part.letter === 'bundle' ? 'bundleEnding' : 'bundleExtended'
    return { id, letter, about: [], bundle: part.facts.bundle }
  }
  const { section } = part
  if (section.kind === null)
    return { id, letter: section.letter, about: [], bundle: section.facts.bundle.name }
  return {
    id,
    letter: customerLetter(section.kind, section.facts),
    about: section.facts.entries.map(({ classTitle, before, ...slot }) => ({
      classTitle,
      ...startOf(slot),
      before: before && startOf(before),
    })),
    bundle: null,
  }
}

function textOf(deps: Deps, part: UnreachedPart, userId: string): string {
  if (part.what === 'note') return part.text
  const { language } = part
  if (part.what === 'link') return shortLinkMessage(deps, part, { userId })
  if (part.what === 'bundle') return shortBundleEndMessage(deps, part, { userId })
  const { section } = part
  return section.kind === null
    ? shortBundleMessage(deps, { ...section, language }, { userId })
    : shortMessage(deps, { ...section, language }, { userId })
}

/** On the clock of its session. */
function startOf({ startsAt, zone }: { startsAt: string; zone: string }): Start {
  const { date, time } = wallClockOf(new Date(startsAt), zone)
  return { date, startTime: time }
}
