import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { waysOf } from '#app/features/booking/ask-ways.server.ts'
import { telegramOffer } from '#app/features/booking/telegram-offer.server.ts'
import { isOpen, type OpenSession } from '#app/features/sessions/session-choice.tsx'
import { dateIn } from '#app/features/trainer/trainer-calendar.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { findSignedIn } from '#app/http/session.ts'
import { urlText } from '#app/http/url-text.ts'
import { translator } from '#app/locale/translate.ts'
import { headOf } from '#app/seo/head.ts'
import { titleOf } from '#app/seo/titles.ts'
import type { Filling } from '#core/accounts/commands/fill-with-provider.ts'
import { safeRedirect } from '#core/accounts/rules.ts'
import { phoneCodes } from '#core/bookings/rules/party.ts'
import { findCardOffer } from '#core/cards/queries.ts'
import { findPublicClass } from '#core/classes/queries/class-cards.ts'
import { findBySlot, findFacilityRules } from '#core/classes/queries/facilities.ts'
import {
  listSessionDays,
  listUpcomingSessions,
  type SessionCard,
} from '#core/classes/queries/public-sessions.ts'
import { isFull } from '#core/classes/rules.ts'
import { listPicturesOfPage } from '#core/pictures/queries.ts'
import { accentOf } from '#core/shared/accent.ts'
import type { Db } from '#core/shared/db.ts'
import { callingCode } from '#core/shared/phones.ts'
import { isId } from '#core/shared/ids.ts'
import { addMinutes, endOfDay, type LocalDate, startOfDay } from '#core/shared/time.ts'
import { findShopfront } from '#core/vendors/queries.ts'
import {
  accountNamed,
  filledFields,
  type SlotOffer,
  type Step,
  stepAfter,
  stepNamed,
  stepsOf,
} from './wizard.ts'

type Asked = {
  request: Request
  context: Readonly<RouterContextProvider>
  url: URL
  /** what comes back from Google */
  filling: Filling | null
}

/** Of one day, which has a slot every five minutes at most. */
const mostSlots = 300

/** The facility of an address, which names it or one of its slots. */
export async function findFacility(db: Db, slotId: string) {
  const named = await findBySlot(db, slotId)
  if (named?.kind !== 'facility') return { found: null, named }
  const [card, rules] = await Promise.all([
    findPublicClass(db, named.classId),
    findFacilityRules(db, named.classId),
  ])
  return { found: card && rules && { card, rules }, named }
}

type Found = NonNullable<Awaited<ReturnType<typeof findFacility>>['found']>

/** Everything that the page of a facility shows. */
export async function facilityPage(
  { request, context, url, filling }: Asked,
  { card, rules }: Found,
  named: { id: string; date: LocalDate } | null,
) {
  const deps = depsOf(context)
  const now = new Date()
  const [days, shopfront, pictures, signedIn, telegram, cards] = await Promise.all([
    // Until the last day that has opened, in any zone.
    listSessionDays(
      deps.db,
      { facilityId: card.id },
      { from: now, to: addMinutes(now, (rules.daysAhead + 2) * 1440) },
    ),
    findShopfront(deps, card.vendor.id),
    listPicturesOfPage(deps.db, card.vendor.id, card.id),
    findSignedIn(request, context),
    telegramOffer({ request, context }, card.vendor.id),
    findCardOffer(deps, { ...card, vendorId: card.vendor.id }),
  ])
  const wanted = dateIn(urlText(url, 'date')) ?? named?.date ?? null
  const chosen =
    days.find(({ date }) => date === wanted) ?? days.find(({ open }) => open) ?? days[0]
  const slots = chosen ? await slotsOn(deps.db, card, chosen.date) : []
  const slotId = named?.id ?? null
  const { vendor, location, online, timeZone, currency, priceMinor, noticeMinutes } = card
  const { id, title, description, condition, durationMinutes } = card
  const { country, ...ofFacility } = rules
  const key = urlText(url, 'form')
  const offer: SlotOffer = {
    facility: {
      ...ofFacility,
      id,
      title,
      description,
      condition,
      durationMinutes,
      location,
      online,
      timeZone,
      currency,
      priceMinor,
      noticeMinutes,
      confirmedBy: card.confirmationMode === 'manual' ? vendor.name : null,
      cards,
      business: vendor.name,
      phoneCode: phoneCodes.find((code) => code === callingCode(country)) ?? phoneCodes[0],
    },
    to: url.pathname,
    days: days.map(({ date, open }) => ({ date, open, full: !open })),
    date: chosen?.date ?? '',
    slots,
    first: {
      slot: slotId ?? '',
      people: urlText(url, 'people') || '1',
      extras: url.searchParams.getAll('extra').filter(isId),
      step: firstStep(stepNamed(urlText(url, 'step')), { rules, filling }),
    },
    filled: filling ? filledFields(filling.form, filling.person) : {},
    account: signedIn && accountNamed(signedIn.user.email, signedIn.profile),
    google: deps.openId.google !== null,
    telegram,
    asks: shopfront.asks,
    ways: waysOf(shopfront),
    registrationClosed: card.registrationClosed,
    paused: card.paused,
    nonce: isId(key) ? key : randomUUID(),
    now,
  }
  const name = vendor.name
  const t = translator(readerLanguage(request), 'facilities')
  const head = headOf(context, {
    title: titleOf(context, `${title} · ${name}`),
    heading: `${title} · ${name}`,
    description: description || t('description', { title, name }),
    path: `/book-slot/${id}`,
    picture: `/og/class/${id}.png`,
    listed: !card.byLinkOnly,
  })
  return {
    offer,
    head,
    vendor,
    accent: accentOf(shopfront.accent),
    cover: pictures.ofClasses.get(id) ?? pictures.cover,
    face: pictures.face ?? pictures.logo,
    back: comesFromList(request, deps.origin) || urlText(url, 'back') === 'on',
  }
}

/** The form of somebody whom Google has named goes on where it was left. */
function firstStep(
  asked: Step | null,
  { rules, filling }: { rules: Found['rules']; filling: Filling | null },
): Step {
  return asked === 'login' && filling?.person?.name
    ? stepAfter('login', stepsOf(rules))
    : (asked ?? 'select')
}

/** Whether the reader came from the first page or from the list of all classes. */
function comesFromList(request: Request, origin: string): boolean {
  const [path] = safeRedirect(request.headers.get('referer'), origin, '').split(/[?#]/)
  return path === '/' || path === '/classes'
}

async function slotsOn(
  db: Db,
  { id, timeZone }: { id: string; timeZone: string },
  date: LocalDate,
): Promise<OpenSession[]> {
  const { items } = await listUpcomingSessions(
    db,
    { classId: id },
    {
      from: startOfDay(date, timeZone),
      to: endOfDay(date, timeZone),
      cursor: null,
      limit: mostSlots,
    },
  )
  // Nobody can have a slot that is closed and free: one outside the opening hours, for example.
  const now = new Date()
  return items.map(shownSlot).filter((slot) => isOpen(slot, now) || isFull(slot))
}

function shownSlot(session: SessionCard): OpenSession {
  const { id, version, date, startsAt, endsAt, timeZone } = session
  const { maxStudents, currentStudents, bookingOpensAt, bookingClosesAt } = session
  const spots = { maxStudents, currentStudents, bookingOpensAt, bookingClosesAt }
  return { id, version, date, startsAt, endsAt, timeZone, ...spots }
}
