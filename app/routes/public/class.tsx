import { randomUUID } from 'node:crypto'
import { data, Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useTranslations } from 'use-intl'
import { findPublicClass, findUpcomingStart, listUpcomingSessions } from '#core/classes/queries.ts'
import { difficultyOf } from '#core/classes/rules.ts'
import { sqlState } from '#core/shared/db.ts'
import type { Route } from './+types/class'
import { submitBooking } from '../../booking-form.ts'
import { BookingPanel } from '../../components/booking/booking-panel.tsx'
import { rememberCustomer } from '../../components/booking/remembered.ts'
import { BackLink } from '../../components/classes/back-link.tsx'
import { ClassFacts } from '../../components/classes/class-facts.tsx'
import { ClassFailed, ClassMissing } from '../../components/classes/class-missing.tsx'
import { InstructorCard } from '../../components/classes/instructor-card.tsx'
import { SiteFooter } from '../../components/page/site-footer.tsx'
import { TrainerBar } from '../../components/trainer/trainer-bar.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { incomingContext } from '../../context.ts'
import { newDeviceCookie } from '../../device.ts'
import { orNetworkProblem } from '../../network.ts'
import { noticeCookie } from '../../notices.ts'
import { privateHeaders } from '../../private-page.ts'
import { depsOf, readerLanguage } from '../../request.ts'
import { titleOf } from '../../titles.ts'
import { translator } from '../../translate.ts'
import { urlText, urlWith } from '../../url-text.ts'

const sessionsShown = 20

export async function loader(args: Route.LoaderArgs) {
  try {
    return await readClass(args)
  } catch (error) {
    const { deps, requestId } = args.context.get(incomingContext)
    deps.log.error({ requestId, error }, 'a class could not be read')
    const failed = sqlState(error) === null ? ('unexpected' as const) : ('database' as const)
    return data({ found: null, failed, noId: false, title: '' }, { status: 500 })
  }
}

async function readClass({ params, request, context, url }: Route.LoaderArgs) {
  const { db, origin } = depsOf(context)
  const t = translator(readerLanguage(request), 'pages')
  const classId = params.classId ?? ''
  const found = await findPublicClass(db, classId)
  if (!found) {
    const title = titleOf(context, t(classId ? 'class.notFound' : 'class.noId'))
    return data({ found: null, failed: null, noId: classId === '', title }, { status: 404 })
  }
  const wanted = urlText(url, 'session')
  const cursor = url.searchParams.get('after')
  const list = (from: Date | null) =>
    listUpcomingSessions(db, { classId }, { from, to: null, cursor, limit: sessionsShown })
  const nearest = await list(null)
  const isThere = nearest.items.some(({ id }) => id === wanted)
  // A session further on is the first of its own list.
  const from =
    wanted === '' || isThere ? null : await findUpcomingStart(db, { classId, sessionId: wanted })
  const sessions = from === null ? nearest : await list(from)
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
    nonce: randomUUID(),
    now: new Date(),
    laterTo:
      sessions.nextCursor && `${urlWith(url, { after: sessions.nextCursor, session: null })}#book`,
    firstTo:
      cursor !== null || from !== null
        ? `${urlWith(url, { after: null, session: null })}#book`
        : null,
  }
  return data(
    { found, offer, title: titleOf(context, `${found.title} · ${found.vendor.name}`) },
    { headers: newDeviceCookie(request, origin) },
  )
}

export const headers = privateHeaders

export async function action({ params, request, context }: Route.ActionArgs) {
  const booked = await submitBooking(request, context)
  if (!booked.ok) {
    const { status, retryAfterSeconds, answer } = booked
    return data(answer, {
      status,
      headers: retryAfterSeconds > 0 ? { 'retry-after': String(retryAfterSeconds) } : {},
    })
  }
  const t = translator(readerLanguage(request), 'booking')
  const found = await findPublicClass(depsOf(context).db, params.classId ?? '')
  const title = found?.title ?? ''
  const notice = booked.waiting
    ? { title: t('done.submitted'), text: t('done.submittedText') }
    : {
        title: t('done.confirmed'),
        text: t(booked.mailed ? 'done.confirmedMail' : 'done.confirmedText', {
          title,
          n: booked.spots,
        }),
      }
  return redirect(booked.to, {
    status: 303,
    headers: { 'set-cookie': noticeCookie({ tone: 'good', ...notice }) },
  })
}

function rememberForm(form: FormData) {
  const [name, contact] = [form.get('name'), form.get('contact')]
  if (typeof name === 'string' && typeof contact === 'string') rememberCustomer({ name, contact })
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return orNetworkProblem(() =>
    serverAction().catch((answer: unknown) => {
      // A redirect is how a booking answers.
      if (answer instanceof Response) {
        rememberForm(form)
      }
      throw answer
    }),
  )
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
      <main className="page py-4 pb-12 sm:py-8">
        <BackLink />
        <header className="grid gap-3 py-4">
          <h1 className="text-2xl sm:text-3xl">{found.title}</h1>
          <p>
            <Badge>{s(`difficulty.${difficultyOf(found.difficulty)}`)}</Badge>
          </p>
          <ClassFacts {...found} />
        </header>
        <div className="mt-4 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_28rem] lg:gap-12">
          <div className="lg:col-start-2 lg:row-start-1">
            <BookingPanel offer={offer} answer={actionData} />
            <p className="mt-2 text-center">
              <Link
                to="/my-spots"
                className="inline-flex min-h-11 items-center px-1 underline underline-offset-4"
              >
                {b('form.lost')}
              </Link>
            </p>
          </div>
          <div className="grid gap-8 lg:col-start-1 lg:row-start-1">
            {found.description && (
              <section aria-labelledby="about" className="grid gap-3">
                <h2 id="about" className="text-xl">
                  {t('about')}
                </h2>
                <p dir="auto" className="max-w-prose text-lg whitespace-pre-line">
                  {found.description}
                </p>
              </section>
            )}
            <InstructorCard
              name={vendor.fullName ?? vendor.name}
              business={vendor.businessName}
              username={vendor.username}
              avatarUrl={vendor.avatarUrl}
            />
          </div>
        </div>
      </main>
      <SiteFooter />
    </>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.title ? [{ title: loaderData.title }] : []
}
