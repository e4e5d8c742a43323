import { momentText } from '#app/locale/clock.ts'
import { translator } from '#app/locale/translate.ts'
import { bookingPhase, isFull } from '#core/classes/rules.ts'
import { findPublicClass } from '#core/classes/queries/class-cards.ts'
import {
  findNextOpenSession,
  listUpcomingSessions,
  type SessionCard,
} from '#core/classes/queries/public-sessions.ts'
import { listPicturesOfPage } from '#core/pictures/queries.ts'
import { jpegFile } from '#core/pictures/rules.ts'
import type { Deps } from '#core/shared/deps.ts'
import { type Language, languageOf } from '#core/shared/languages.ts'
import { formatMoney } from '#core/shared/money.ts'
import { findPublicVendor, findVendorByUsername, type PublicVendor } from '#core/vendors/queries.ts'
import type { PictureFacts } from './draw.ts'
import type { StoryFacts } from './story.ts'
import { faceOf } from './face.ts'

const theNext = { from: null, to: null, cursor: null, limit: 1 }
/** If too few of these have open spots, a story is not worth drawing. */
const sessionsRead = 40

/** What the picture of a vendor's page says, in the vendor's language. Null: there is no such page. */
export async function trainerPicture(deps: Deps, username: string): Promise<PictureFacts | null> {
  const vendor = await findVendorByUsername(deps, username)
  if (!vendor) return null
  const { cover } = await listPicturesOfPage(deps.db, vendor.id)
  return {
    ...(await commonFacts(deps, vendor, { vendorId: vendor.id })),
    title: vendor.name,
    text: vendor.location ?? '',
    cover: cover && jpegFile(cover.name),
  }
}

const sessionsInStory = 4

/** What a story about a vendor's page says, in the vendor's language. Null: there is no such page. */
export async function trainerStory(deps: Deps, username: string): Promise<StoryFacts | null> {
  const vendor = await findVendorByUsername(deps, username)
  if (!vendor) return null
  const language = languageIn(vendor)
  const t = translator(language, 'found')
  const [{ cover }, face, { items }] = await Promise.all([
    listPicturesOfPage(deps.db, vendor.id),
    faceOf(deps, vendor.id),
    listUpcomingSessions(deps.db, { vendorId: vendor.id }, { ...theNext, limit: sessionsRead }),
  ])
  const now = new Date()
  const open = items.filter((one) => bookingPhase(one, now) === 'open' && !isFull(one))
  return {
    operatorName: deps.settings.operatorName,
    face,
    title: vendor.name,
    text: vendor.location ?? '',
    label: t(open.length > 0 ? 'storyLabel' : 'noNext'),
    sessions: open.slice(0, sessionsInStory).map((one) => ({
      when: momentText(one.startsAt, one.timeZone, language),
      title: one.classTitle,
      spots: t('spotsLeft', { n: one.maxStudents - one.currentStudents }),
    })),
    address: pageAddress(deps, vendor),
    accent: vendor.accent,
    cover: cover && jpegFile(cover.name),
  }
}

/** The address of a vendor's page, for a QR code. Null: there is no such page. */
export async function trainerAddress(deps: Deps, username: string): Promise<string | null> {
  const vendor = await findVendorByUsername(deps, username)
  return vendor && `${deps.origin}/${vendor.username}`
}

const pageAddress = ({ origin }: Deps, { username }: PublicVendor) =>
  `${origin.replace(/^https?:\/\//, '')}/${username}`

/** The picture of pages that belong to no vendor. */
export function sitePicture({ settings }: Deps): PictureFacts {
  const t = translator('en', 'found')
  return {
    operatorName: settings.operatorName,
    face: null,
    title: t('site'),
    text: '',
    next: null,
    otherwise: t('siteText'),
    places: { taken: 13, capacity: 20 },
    accent: null,
    cover: null,
  }
}

/** What the picture of a class says: also of one that is only given by link. */
export async function classPicture(deps: Deps, classId: string): Promise<PictureFacts | null> {
  const of = await findPublicClass(deps.db, classId)
  const vendor = of && (await findPublicVendor(deps, of.vendor.id))
  if (!of || !vendor) return null
  const { cover, ofClasses } = await listPicturesOfPage(deps.db, vendor.id, classId)
  const picture = ofClasses.get(classId) ?? cover
  const place = of.online ? translator(languageIn(vendor), 'shared')('online') : of.location
  return {
    ...(await commonFacts(deps, vendor, { classId })),
    title: of.title,
    text: [of.vendor.name, place].filter(Boolean).join(' · '),
    cover: picture && jpegFile(picture.name),
  }
}

async function commonFacts(
  deps: Deps,
  vendor: PublicVendor,
  of: { vendorId: PublicVendor['id'] } | { classId: string },
) {
  const language = languageIn(vendor)
  const open = await findNextOpenSession(deps.db, of)
  const session = open ?? (await listUpcomingSessions(deps.db, of, theNext)).items[0]
  const isOfClass = 'classId' in of
  return {
    operatorName: deps.settings.operatorName,
    face: await faceOf(deps, vendor.id),
    accent: vendor.accent,
    otherwise: translator(language, 'found')('noNext'),
    next: session ? nextOf(session, { language, isOpen: open !== null, isOfClass }) : null,
    places: session ? { taken: session.currentStudents, capacity: session.maxStudents } : null,
  }
}

function nextOf(
  session: SessionCard,
  { language, isOpen, isOfClass }: { language: Language; isOpen: boolean; isOfClass: boolean },
) {
  const t = translator(language, 'found')
  const { startsAt, timeZone, classTitle, priceMinor: minor, currency } = session
  const left = Math.max(0, session.maxStudents - session.currentStudents)
  const when = momentText(startsAt, timeZone, language)
  const label = t('nextLabel', { open: isOpen ? 'yes' : 'no' })
  return {
    // The picture of a class is headed by its title.
    ...(isOfClass
      ? { label, headline: when }
      : { label: `${label}: ${when}`, headline: classTitle }),
    // Without spots left, or with some that nobody can book any more.
    spots: isOpen || left === 0 ? t('spotsLeft', { n: left }) : '',
    price:
      minor === 0
        ? translator(language, 'shared')('free')
        : formatMoney({ minor, currency }, language),
  }
}

function languageIn({ language }: PublicVendor): Language {
  return languageOf(language) ?? 'en'
}
