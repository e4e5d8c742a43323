import { randomUUID } from 'node:crypto'
import { data, Link, redirect, replace, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useTranslations } from 'use-intl'
import { waysOf } from '#app/features/booking/ask-ways.server.ts'
import { bookSessionAction } from '#app/features/booking/booking-form.server.ts'
import { telegramContact } from '#app/features/booking/booking-offer.ts'
import { KeyInAddress } from '#app/features/booking/key-in-address.tsx'
import { rememberCustomer } from '#app/features/booking/remembered.ts'
import { telegramOffer } from '#app/features/booking/telegram-offer.server.ts'
import { bookBundleAction, readBundleStep } from '#app/features/bundles/bundle-form.server.ts'
import { BackLink } from '#app/features/class-page/back-link.tsx'
import { OpenedSheet, sheetMark, useIsInSheet } from '#app/features/trainer/book-link.tsx'
import { PhoneTimes } from '#app/features/trainer/phone-times.tsx'
import { BookingPanel } from '#app/features/class-page/booking-panel.tsx'
import { ClassFailed, ClassMissing } from '#app/features/class-page/class-missing.tsx'
import { InstructorCard } from '#app/features/class-page/instructor-card.tsx'
import { ClassFacts } from '#app/features/classes/class-facts.tsx'
import { RecurrenceText } from '#app/features/classes/recurrence.tsx'
import { byDay, type Day } from '#app/features/sessions/by-day.ts'
import { isOpen, type OpenSession } from '#app/features/sessions/session-choice.tsx'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { Cover } from '#app/features/pictures/cover.tsx'
import { TrainerBar } from '#app/features/trainer/trainer-bar.tsx'
import { dateIn } from '#app/features/trainer/trainer-calendar.ts'
import { incomingContext } from '#app/http/context.ts'
import { deviceOf, newDeviceCookie } from '#app/http/device.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { depsOf, formOf, readerLanguage } from '#app/http/request.ts'
import { statusOfFailure } from '#app/http/failures.ts'
import { urlText, urlWith } from '#app/http/url-text.ts'
import { translator } from '#app/locale/translate.ts'
import { classHead } from '#app/seo/structured-data.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { accentOf } from '#core/shared/accent.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { findCardOffer } from '#core/cards/queries.ts'
import { type ClassCard, findPublicClass } from '#core/classes/queries/class-cards.ts'
import {
  countTaught,
  findSessionEnd,
  findUpcomingStart,
  listUpcomingSessions,
  type SessionCard,
} from '#core/classes/queries/public-sessions.ts'
import { bookingPhase, difficultyOf, isFull } from '#core/classes/rules.ts'
import { listBundleOffers } from '#core/passes/queries.ts'
import { listPicturesOfPage } from '#core/pictures/queries.ts'
import { sqlState } from '#core/shared/db.ts'
import { isId } from '#core/shared/ids.ts'
import type { Page } from '#core/shared/paging.ts'
import { startOfDay, todayIn } from '#core/shared/time.ts'
import { findShopfront, isPageSuspended } from '#core/vendors/queries.ts'
import type { Route } from './+types/class'

// A month of a class that takes place every day, and twice that of one that does on some.
const sessionsRead = 40

export async function loader(args: Route.LoaderArgs) {
  try {
    return await readClass(args)
  } catch (error) {
    if (error instanceof Response) throw error
    const { deps, requestId } = args.context.get(incomingContext)
    deps.log.error({ requestId, error }, 'a class could not be read')
    const status = statusOfFailure(error)
    const known = status === 503 || sqlState(error) !== null
    const failed = known ? ('database' as const) : ('unexpected' as const)
    return data({ found: null, failed, noId: false, isSuspended: false, title: '' }, { status })
  }
}

async function readClass({ params, request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const { db, origin } = deps
  const language = readerLanguage(request)
  const t = translator(language, 'pages')
  const classId = params.classId ?? ''
  const found = await findPublicClass(db, classId)
  if (!found) {
    const isSuspended = await isPageSuspended(db, { classId })
    const said = isSuspended ? 'suspended.title' : classId ? 'class.notFound' : 'class.noId'
    const title = titleOf(context, t(said))
    return data(
      { found: null, failed: null, noId: classId === '', isSuspended, title },
      { status: 404 },
    )
  }
  const wanted = urlText(url, 'session')
  // A slot of a facility is booked on its own page.
  if (found.kind === 'facility') throw redirect(`/book-slot/${isId(wanted) ? wanted : found.id}`)
  const key = urlText(url, 'form')
  const nonce = isId(key) ? key : randomUUID()
  const list = (from: Date | null) =>
    listUpcomingSessions(db, { classId }, { from, to: null, cursor: null, limit: sessionsRead })
  const [nearest, taught, shopfront, offers, step, pictures, telegram, cards] = await Promise.all([
    list(null),
    countTaught(db, found.vendor.id),
    findShopfront(deps, found.vendor.id),
    listBundleOffers(deps, { classIds: [classId] }),
    readBundleStep(deps, { classId, url }),
    listPicturesOfPage(db, found.vendor.id, classId),
    telegramOffer({ request, context }, found.vendor.id),
    findCardOffer(deps, { ...found, vendorId: found.vendor.id }),
  ])
  const now = new Date()
  const zone = found.timeZone
  const start = wanted && (await findUpcomingStart(db, { classId, sessionId: wanted }))
  const asked = dateIn(urlText(url, 'date')) ?? (start ? todayIn(zone, start) : null)
  const first = daysToChoose(nearest)
  const isThere = asked === null || asked <= (first.days.at(-1)?.date ?? '')
  // A day further on is the first of its own row.
  const further = isThere ? null : daysToChoose(await list(startOfDay(asked, zone)))
  const { days, laterDate } = further && further.days.length > 0 ? further : first
  const chosen =
    days.find(({ date }) => date === asked) ??
    days.find(({ sessions }) => sessions.some((one) => isOpen(one, now))) ??
    days[0]
  const withoutDay = urlWith(url, { date: null, session: null })
  // The date comes last, so that the page can name the address of each day.
  const dayTo = urlWith(new URL(withoutDay, url), { date: '' })
  const offer = {
    classId,
    title: found.title,
    priceMinor: found.priceMinor,
    currency: found.currency,
    timeZone: found.timeZone,
    mostSpots: found.maxSpotsPerBooking,
    business: found.vendor.name,
    noticeMinutes: found.noticeMinutes,
    condition: found.condition,
    cards,
    confirmedBy: found.confirmationMode === 'manual' ? found.vendor.name : null,
    telegram,
    asks: shopfront.asks,
    ways: waysOf(shopfront),
    registrationClosed: found.registrationClosed,
    paused: found.paused,
    sessions: (chosen?.sessions ?? []).map(shownSession),
    others: days
      .flatMap(({ date, sessions }) => (date === chosen?.date ? [] : sessions))
      .filter((one) => isOpen(one, now))
      .slice(0, othersShown)
      .map(shownSession),
    date: chosen?.date ?? '',
    days: days.map(({ date, sessions }) => ({
      date,
      open: sessions.some((one) => isOpen(one, now)),
      full: sessions.every(isFull),
      opensLater: sessions.some((one) => bookingPhase(one, now) === 'not_yet'),
    })),
    dayTo,
    preselected: wanted === '' ? null : wanted,
    nonce,
    gone: wanted !== '' && !start ? await findSessionEnd(db, { classId, sessionId: wanted }) : null,
    now,
    laterTo: laterDate && `${dayTo}${laterDate}#book`,
    firstTo: days === first.days ? null : `${withoutDay}#book`,
  }
  const head = classHead(
    { request, context },
    {
      title: titleOf(context, `${found.title} · ${found.vendor.name}`),
      found,
      sessions: nearest.items,
    },
  )
  const bundles = {
    all: offers.get(found.id) ?? [],
    step: step === 'gone' ? null : step,
    gone: step === 'gone',
  }
  const tab =
    step !== null || url.searchParams.get('tab') === 'bundle'
      ? ('bundle' as const)
      : ('single' as const)
  const isAsked = wanted !== '' || tab === 'bundle' || shopfront.asks || found.registrationClosed
  const listed = isAsked || !chosen ? null : timesFrom(chosen.date, days, laterDate)
  const times = listed && {
    sessions: listed.sessions,
    laterTo: listed.laterDate && `${dayTo}${listed.laterDate}#book`,
    firstTo: asked === null ? null : `${withoutDay}#book`,
  }
  return data(
    {
      found: shownClass(found),
      accent: accentOf(shopfront.accent),
      cover: pictures.ofClasses.get(classId) ?? pictures.cover,
      face: pictures.face ?? pictures.logo,
      offer,
      times,
      bundles,
      tab,
      taught,
      keyTo:
        deviceOf(request, origin) === null && key === '' ? urlWith(url, { form: nonce }) : null,
      head,
    },
    { headers: await newDeviceCookie(request, origin) },
  )
}

/** What the page draws and no more: it is sent twice, as markup and as data. */
function shownClass(found: ClassCard) {
  const { id, title, description, difficulty, recurrence, vendor } = found
  const { location, online, priceMinor, currency, maxStudents, durationMinutes } = found
  const facts = { location, online, priceMinor, currency, maxStudents, durationMinutes }
  return { id, title, description, difficulty, recurrence, vendor, facts }
}

function shownSession(session: SessionCard): OpenSession {
  const { id, version, date, startsAt, endsAt, timeZone } = session
  const { maxStudents, currentStudents, bookingOpensAt, bookingClosesAt } = session
  const spots = { maxStudents, currentStudents, bookingOpensAt, bookingClosesAt }
  return { id, version, date, startsAt, endsAt, timeZone, ...spots }
}

/** What a phone lists in place of the form: the times from a day on, and where the further ones are. */
function timesFrom(date: string, days: readonly Day<SessionCard>[], laterDate: string | null) {
  const all = days.flatMap((day) => (day.date < date ? [] : day.sessions))
  const left = all[timesShown]?.date ?? laterDate
  return { sessions: all.slice(0, timesShown), laterDate: left }
}

const timesShown = 4
const mostDays = 14
const othersShown = 3

/** The days of some sessions; the last one is left to the next row unless all its sessions were read. */
function daysToChoose({ items, nextCursor }: Page<SessionCard>) {
  const all = byDay(items)
  const whole = nextCursor === null ? all.length : Math.max(1, all.length - 1)
  const days = all.slice(0, Math.min(whole, mostDays))
  return { days, laterDate: all[days.length]?.date ?? null }
}

export const headers = privateHeaders

/** One session of the class, or a bundle of it. */
export async function action(args: Route.ActionArgs) {
  const form = await formOf(args.request.clone())
  return form.has('bundleId') ? bookBundleAction(args) : bookSessionAction(args)
}

function rememberForm(form: FormData) {
  const [name, contact] = [form.get('name'), form.get('contact')]
  if (typeof name !== 'string' || typeof contact !== 'string') return
  if (contact !== telegramContact) rememberCustomer({ name, contact })
}

export async function clientAction(args: Route.ClientActionArgs) {
  const form = await args.request.clone().formData()
  try {
    return await keepForm(args)
  } catch (answer) {
    // A redirect is how a booking answers.
    if (!(answer instanceof Response)) throw answer
    rememberForm(form)
    const sessionId = form.get('sessionId')
    const to = answer.headers.get('Location')
    const isSheet =
      location.hash.startsWith(sheetMark) ||
      new URL(args.request.url).pathname !== location.pathname
    if (!isSheet && typeof sessionId === 'string') nameSession(sessionId)
    // The booking takes the place of its sheet in the history: coming back opens no form that is done with.
    throw isSheet && to?.startsWith('/')
      ? replace(to, { status: answer.status, headers: answer.headers })
      : answer
  }
}

/** On the way back, the page shows the session that was booked, even if it is full, and does not choose the next one. */
function nameSession(sessionId: string) {
  const { pathname, search, href } = location
  const to = new URL(
    urlWith(new URL(pathname + search, href), { session: sessionId, date: null }),
    href,
  )
  history.replaceState(history.state, '', to)
}

/** A session that turned out full, or a new box, shows so at once, also where the answer is a refusal. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionStatus === 400 || actionStatus === 409 || defaultShouldRevalidate
}

export default function ClassPage({ loaderData, actionData }: Route.ComponentProps) {
  const s = useTranslations('shared')
  const b = useTranslations('booking')
  const isInSheet = useIsInSheet()
  if (loaderData.found === null) {
    return loaderData.failed ? (
      <ClassFailed how={loaderData.failed} />
    ) : (
      <ClassMissing noId={loaderData.noId} isSuspended={loaderData.isSuspended} />
    )
  }
  const { found, offer, times } = loaderData
  const { vendor } = found
  const { face } = loaderData
  const level = difficultyOf(found.difficulty)
  return (
    <>
      <TrainerBar
        username={vendor.username}
        name={vendor.name}
        avatarUrl={vendor.avatarUrl}
        face={face}
      />
      <KeyInAddress to={loaderData.keyTo} />
      <main id="main" className="page pt-1 pb-12 sm:py-8">
        <BackLink to={`/${vendor.username}`} />
        <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_30rem] lg:grid-rows-[auto_1fr]">
          <div className="grid min-w-0 gap-4 lg:col-start-1">
            <Cover
              picture={loaderData.cover}
              seed={found.id}
              sizes="(width < 64rem) 100vw, 36rem"
              className="-mx-4 block aspect-3/1 w-[calc(100%+2rem)] max-w-none sm:mx-0 sm:aspect-3/1 sm:w-full sm:rounded-card lg:aspect-3/2"
            />
            <header className="grid gap-3">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
                <h1 dir="auto" className="text-2xl wrap-anywhere sm:text-3xl">
                  {found.title}
                </h1>
                {level !== 'general' && <Badge>{s(`difficulty.${level}`)}</Badge>}
              </div>
              {found.recurrence.length > 0 && (
                <div className="font-medium sm:text-lg">
                  <RecurrenceText pairs={found.recurrence} zone={offer.timeZone} />
                </div>
              )}
              <ClassFacts {...found.facts} />
            </header>
            {found.description && <About text={found.description} />}
          </div>
          <div className="min-w-0 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <BookingPanel
              offer={offer}
              onPhone={times && <PhoneTimes {...times} zone={offer.timeZone} now={offer.now} />}
              sheet={times && <OpenedSheet sessions={times.sessions} words="catalogue" />}
              isInSheet={isInSheet}
              bundles={loaderData.bundles}
              tab={loaderData.tab}
              answer={actionData}
            />
            <p className="mt-2 text-center">
              <Link
                to="/my-spots"
                className="inline-flex min-h-11 items-center px-1 underline underline-offset-4"
              >
                {b('form.lost')}
              </Link>
            </p>
          </div>
          <div className="min-w-0 lg:col-start-1 lg:row-start-2">
            <InstructorCard
              name={vendor.fullName ?? vendor.name}
              business={vendor.businessName}
              username={vendor.username}
              avatarUrl={vendor.avatarUrl}
              face={face}
              taught={loaderData.taught}
            />
          </div>
        </div>
      </main>
      <SiteFooter />
    </>
  )
}

/** Long words of the vendor fold on phones, so that the times stay within reach. */
function About({ text }: { text: string }) {
  const t = useTranslations('pages.class')
  return (
    <section aria-labelledby="about" className="grid gap-2">
      <h2 id="about" className="sr-only">
        {t('about')}
      </h2>
      <Folded text={text} className="max-w-prose text-lg" />
    </section>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData?.found) return loaderData.head
  return loaderData?.title ? unlisted(loaderData.title) : []
}
