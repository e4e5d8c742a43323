import { momentText } from '#app/locale/clock.ts'
import { translator } from '#app/locale/translate.ts'
import { findPublicClass, type ClassCard } from '#core/classes/queries/class-cards.ts'
import { listUpcomingSessions, type SessionCard } from '#core/classes/queries/public-sessions.ts'
import type { Deps } from '#core/shared/deps.ts'
import { languageOf } from '#core/shared/languages.ts'
import { formatMoney } from '#core/shared/money.ts'
import { findPublicVendor, findVendorByUsername, type PublicVendor } from '#core/vendors/queries.ts'
import type { PictureFacts } from './draw.ts'

const theNext = { from: null, to: null, cursor: null, limit: 1 }

/** What the picture of a vendor's page says, in the vendor's language. Null: there is no such page. */
export async function trainerPicture(deps: Deps, username: string): Promise<PictureFacts | null> {
  const vendor = await findVendorByUsername(deps, username)
  if (!vendor) return null
  const [session] = (await listUpcomingSessions(deps.db, { vendorId: vendor.id }, theNext)).items
  const name = vendor.name
  const of = session ? await findPublicClass(deps.db, session.classId) : null
  return {
    ...commonFacts(deps, vendor, of, session),
    title: name,
    text: vendor.location ?? '',
  }
}

/** The picture of pages that belong to no vendor. */
export function sitePicture({ settings }: Deps): PictureFacts {
  const t = translator('en', 'found')
  return {
    operatorName: settings.operatorName,
    title: t('site'),
    text: '',
    next: null,
    otherwise: t('siteText'),
    places: { taken: 13, capacity: 20 },
    accent: null,
  }
}

/** What the picture of a class says: also of one that is only given by link. */
export async function classPicture(deps: Deps, classId: string): Promise<PictureFacts | null> {
  const of = await findPublicClass(deps.db, classId)
  const vendor = of && (await findPublicVendor(deps, of.vendor.id))
  if (!of || !vendor) return null
  const [session] = (await listUpcomingSessions(deps.db, { classId }, theNext)).items
  const place = of.online ? translator(languageIn(vendor), 'shared')('online') : of.location
  return {
    ...commonFacts(deps, vendor, of, session),
    title: of.title,
    text: [of.vendor.name, place].filter(Boolean).join(' · '),
  }
}

function commonFacts(
  { settings }: Deps,
  vendor: PublicVendor,
  of: ClassCard | null,
  session: SessionCard | undefined,
) {
  const language = languageIn(vendor)
  return {
    operatorName: settings.operatorName,
    accent: vendor.accent,
    otherwise: translator(language, 'found')('noNext'),
    next:
      of && session
        ? {
            when: momentText(session.startsAt, session.timeZone, language),
            price: of.priceMinor === 0 ? translator(language, 'shared')('free') : priceOf(of),
          }
        : null,
    places: session ? { taken: session.currentStudents, capacity: session.maxStudents } : null,
  }

  function priceOf({ priceMinor, currency }: ClassCard): string {
    return formatMoney({ minor: priceMinor, currency }, language)
  }
}

function languageIn({ language }: PublicVendor) {
  return languageOf(language) ?? 'en'
}
