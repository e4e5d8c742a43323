import { randomUUID } from 'node:crypto'
import { data, Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useTranslations } from 'use-intl'
import { bookSessionAction } from '#app/features/booking/booking-form.server.ts'
import { KeyInAddress } from '#app/features/booking/key-in-address.tsx'
import { rememberCustomer } from '#app/features/booking/remembered.ts'
import { bookBundleAction, readBundleStep } from '#app/features/bundles/bundle-form.server.ts'
import { BackLink } from '#app/features/class-page/back-link.tsx'
import { BookingPanel } from '#app/features/class-page/booking-panel.tsx'
import { ClassFailed, ClassMissing } from '#app/features/class-page/class-missing.tsx'
import { InstructorCard } from '#app/features/class-page/instructor-card.tsx'
import { ClassFacts } from '#app/features/classes/class-facts.tsx'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { TrainerBar } from '#app/features/trainer/trainer-bar.tsx'
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
import { accentOf } from '#app/theme/accent.ts'
import { Badge } from '#app/ui/badge.tsx'
import { findPublicClass } from '#core/classes/queries/class-cards.ts'
import {
  countTaught,
  findSessionEnd,
  findUpcomingStart,
  listUpcomingSessions,
} from '#core/classes/queries/public-sessions.ts'
import { difficultyOf } from '#core/classes/rules.ts'
import { listBundleOffers } from '#core/entitlements/queries.ts'
import { sqlState } from '#core/shared/db.ts'
import { isId } from '#core/shared/ids.ts'
import { findAccent } from '#core/vendors/queries.ts'
import type { Route } from './+types/class'

const sessionsShown = 20

export async function loader(args: Route.LoaderArgs) {
  try {
    return await readClass(args)
  } catch (error) {
    const { deps, requestId } = args.context.get(incomingContext)
    deps.log.error({ requestId, error }, 'a class could not be read')
    const status = statusOfFailure(error)
    const known = status === 503 || sqlState(error) !== null
    const failed = known ? ('database' as const) : ('unexpected' as const)
    return data({ found: null, failed, noId: false, title: '' }, { status })
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
    const title = titleOf(context, t(classId ? 'class.notFound' : 'class.noId'))
    return data({ found: null, failed: null, noId: classId === '', title }, { status: 404 })
  }
  const wanted = urlText(url, 'session')
  const key = urlText(url, 'form')
  const nonce = isId(key) ? key : randomUUID()
  const cursor = url.searchParams.get('after')
  const list = (from: Date | null) =>
    listUpcomingSessions(db, { classId }, { from, to: null, cursor, limit: sessionsShown })
  const [nearest, taught, accent, offers, step] = await Promise.all([
    list(null),
    countTaught(db, found.vendor.id),
    findAccent(deps, found.vendor.id),
    listBundleOffers(deps, { classIds: [classId] }),
    readBundleStep(deps, { classId, url }),
  ])
  const isThere = nearest.items.some(({ id }) => id === wanted)
  // A session further on is the first of its own list.
  const from =
    wanted === '' || isThere ? null : await findUpcomingStart(db, { classId, sessionId: wanted })
  const sessions = from === null ? nearest : await list(from)
  const isGone = wanted !== '' && !isThere && from === null
  const offer = {
    classId,
    title: found.title,
    priceMinor: found.priceMinor,
    currency: found.currency,
    timeZone: found.timeZone,
    mostSpots: found.maxSpotsPerBooking,
    confirmedBy: found.confirmationMode === 'manual' ? found.vendor.name : null,
    registrationClosed: found.registrationClosed,
    sessions: sessions.items,
    preselected: wanted === '' ? null : wanted,
    nonce,
    gone: isGone ? await findSessionEnd(db, { classId, sessionId: wanted }) : null,
    now: new Date(),
    laterTo:
      sessions.nextCursor && `${urlWith(url, { after: sessions.nextCursor, session: null })}#book`,
    firstTo:
      cursor !== null || from !== null
        ? `${urlWith(url, { after: null, session: null })}#book`
        : null,
  }
  const head = classHead(
    { request, context },
    {
      title: titleOf(context, `${found.title} · ${found.vendor.name}`),
      found,
      sessions: cursor === null ? nearest.items : [],
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
  return data(
    {
      found,
      accent: accentOf(accent),
      offer,
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

export const headers = privateHeaders

/** One session of the class, or a bundle of it. */
export async function action(args: Route.ActionArgs) {
  const form = await formOf(args.request.clone())
  return form.has('bundleId') ? bookBundleAction(args) : bookSessionAction(args)
}

function rememberForm(form: FormData) {
  const [name, contact] = [form.get('name'), form.get('contact')]
  if (typeof name === 'string' && typeof contact === 'string') rememberCustomer({ name, contact })
}

export async function clientAction(args: Route.ClientActionArgs) {
  const form = await args.request.clone().formData()
  try {
    return await keepForm(args)
  } catch (answer) {
    // A redirect is how a booking answers.
    if (answer instanceof Response) rememberForm(form)
    throw answer
  }
}

/** A session that turned out full shows so at once, also where the answer is a refusal. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate
}

export default function ClassPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('pages.class')
  const s = useTranslations('shared')
  const b = useTranslations('booking')
  if (loaderData.found === null) {
    return loaderData.failed ? (
      <ClassFailed how={loaderData.failed} />
    ) : (
      <ClassMissing noId={loaderData.noId} />
    )
  }
  const { found, offer } = loaderData
  const { vendor } = found
  return (
    <>
      <TrainerBar username={vendor.username} name={vendor.name} avatarUrl={vendor.avatarUrl} />
      <KeyInAddress to={loaderData.keyTo} />
      <main className="page py-4 pb-12 sm:py-8">
        <BackLink to={`/${vendor.username}`} />
        <header className="grid gap-3 py-4">
          <h1 dir="auto" className="text-2xl wrap-anywhere sm:text-3xl">
            {found.title}
          </h1>
          <p>
            <Badge>{s(`difficulty.${difficultyOf(found.difficulty)}`)}</Badge>
          </p>
          <ClassFacts {...found} />
        </header>
        <div className="mt-4 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_28rem] lg:gap-12">
          <div className="min-w-0 lg:col-start-2 lg:row-start-1">
            <BookingPanel
              offer={offer}
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
          <div className="grid min-w-0 gap-8 lg:col-start-1 lg:row-start-1">
            {found.description && (
              <section aria-labelledby="about" className="grid gap-3">
                <h2 id="about" className="text-xl">
                  {t('about')}
                </h2>
                <p dir="auto" className="max-w-prose text-lg wrap-anywhere whitespace-pre-line">
                  {found.description}
                </p>
              </section>
            )}
            <InstructorCard
              name={vendor.fullName ?? vendor.name}
              business={vendor.businessName}
              username={vendor.username}
              avatarUrl={vendor.avatarUrl}
              taught={loaderData.taught}
            />
          </div>
        </div>
      </main>
      <SiteFooter />
    </>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData?.found) return loaderData.head
  return loaderData?.title ? unlisted(loaderData.title) : []
}
