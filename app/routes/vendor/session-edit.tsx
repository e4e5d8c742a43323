import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { textsIn, typedIn } from '#app/http/form-answer.ts'
import {
  CancelLinks,
  CancelQuestion,
  SessionForm,
  type SessionReach,
} from '#app/features/class-form/session-form.tsx'
import { WhoComes } from '#app/features/overview/today-list.tsx'
import {
  errorsIn,
  reachText,
  scheduleErrors,
} from '#app/features/workspace/class-answers.server.ts'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { memberContext } from '#app/http/context.ts'
import { parseForm } from '#app/http/forms.ts'
import { managerOf, orNotFound } from '#app/http/managing.ts'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { Banner } from '#app/ui/banner.tsx'
import { cancelFollowingSessions, cancelSession } from '#core/bookings/commands/cancel-sessions.ts'
import { orBusy } from '#core/shared/settle.ts'
import { listWhoComes } from '#core/bookings/queries/own-bookings.ts'
import { changeFollowingSessions, changeSession } from '#core/classes/commands/change-session.ts'
import { findOwnSession } from '#core/classes/queries/own-sessions.ts'
import { countReach, type ReachOf } from '#core/classes/queries/reach.ts'
import { sessionSchema } from '#core/classes/schema.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/session-edit'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { vendor } = context.get(memberContext)
  const { db } = depsOf(context)
  const session = orNotFound(
    await findOwnSession(db, { vendorId: vendor.id, sessionId: params.sessionId }),
  )
  const reach: SessionReach = {
    booked: session.currentStudents,
    following: session.follows && session.following.sessions > 1 ? session.following : null,
  }
  const { classId, classTitle, date, startTime } = session
  const asked = askedOf(url.searchParams.get('cancel'), reach)
  return {
    session: { classId, classTitle, date, startTime },
    fields: fieldsOf(session),
    reach,
    comes: await listWhoComes(db, { vendorId: vendor.id, sessionIds: [session.id] }),
    state: stateOf(session),
    asked: asked && {
      scope: asked,
      reach: await countReach(db, {
        vendorId: vendor.id,
        of: reachedBy(asked, { id: session.id, follows: session.follows }),
      }),
    },
    manages: mayManage(vendor.role),
  }
}

function reachedBy(scope: Scope, session: { id: string; follows: boolean }): ReachOf {
  return scope === 'following' && session.follows
    ? { followingOf: session.id }
    : { sessionIds: [session.id] }
}

type Found = NonNullable<Awaited<ReturnType<typeof findOwnSession>>>

function stateOf(session: Found): 'open' | 'past' | 'cancelled' {
  if (session.status === 'cancelled') return 'cancelled'
  return session.past ? 'past' : 'open'
}

/** What the address asks to be confirmed before it is cancelled. */
function askedOf(value: string | null, reach: SessionReach): Scope | null {
  if (value === 'one') return 'one'
  return value === 'following' && reach.following ? 'following' : null
}

function fieldsOf(session: Found): Record<string, string> {
  return {
    date: session.date,
    startTime: session.startTime,
    durationMinutes: String(
      Math.round((session.endsAt.getTime() - session.startsAt.getTime()) / 60_000),
    ),
    maxStudents: String(session.maxStudents),
    placeKind: session.onlineUrl === null ? 'address' : 'online',
    location: session.location ?? '',
    onlineUrl: session.onlineUrl ?? '',
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { vendor } = managerOf(context)
  if (!isId(params.sessionId)) throw data(null, { status: 404 })
  const form = await formOf(request)
  const owned = { vendorId: vendor.id, sessionId: params.sessionId }
  const scope = form.get('scope') === 'following' ? 'following' : 'one'
  return form.get('intent') === 'cancel'
    ? cancel(request, depsOf(context), owned, scope)
    : change(request, depsOf(context), owned, scope, form)
}

type Owned = { vendorId: VendorId; sessionId: string }
type Scope = 'one' | 'following'

async function cancel(request: Request, { db }: Deps, owned: Owned, scope: Scope) {
  const session = orNotFound(await findOwnSession(db, owned))
  // Asked before: cancelled spots no longer say whose they were.
  const reach = await countReach(db, { vendorId: owned.vendorId, of: reachedBy(scope, session) })
  const cancelled = await orBusy(
    (scope === 'one' ? cancelSession : cancelFollowingSessions)(db, owned, new Date()),
  )
  const t = translator(readerLanguage(request), 'workspace')
  const back = `/dashboard/sessions/${owned.sessionId}`
  if (!cancelled.ok) {
    if (cancelled.reason === 'not_found') throw data(null, { status: 404 })
    const text = cancelled.reason === 'busy' ? t('problems.busy') : t('problems.sessionPast')
    return redirect(back, {
      headers: {
        'set-cookie': noticeCookie({ tone: 'bad', title: t('bookings.problem.title'), text }),
      },
    })
  }
  return redirect(back, {
    headers: {
      'set-cookie': noticeCookie({
        tone: 'good',
        title: t('session.cancelled', { count: cancelled.sessions }),
        text: reachText(reach, t),
      }),
    },
  })
}

async function change(request: Request, { db }: Deps, owned: Owned, scope: Scope, form: FormData) {
  const typed = textsIn(typedIn(form))
  const parsed = parseForm(sessionSchema, form)
  if (!parsed.ok) return data({ errors: errorsIn(parsed.result), typed }, { status: 400 })
  const t = translator(readerLanguage(request), 'workspace')
  const changed = await orBusy(
    (scope === 'one' ? changeSession : changeFollowingSessions)(
      db,
      owned,
      parsed.value,
      new Date(),
    ),
  )
  if (!changed.ok) {
    if (changed.reason === 'not_found') throw data(null, { status: 404 })
    if (changed.reason === 'busy')
      return data({ errors: { '': [t('problems.busy')] }, typed }, { status: 503 })
    return data(
      {
        errors: scheduleErrors(request, changed, { time: 'startTime', capacity: 'maxStudents' }),
        typed,
      },
      { status: 409 },
    )
  }
  const notice = noticeCookie({
    tone: 'good',
    title: t('session.saved', { count: changed.changed }),
    text: reachText(changed.told, t),
  })
  return redirect(`/dashboard/sessions/${owned.sessionId}`, { headers: { 'set-cookie': notice } })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function EditSession({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useTranslations('workspace.session')
  const w = useTranslations('workspace')
  const dayTime = useDayTime()
  const { session, fields, reach, comes, state, asked, manages } = loaderData
  const here = `/dashboard/sessions/${params.sessionId}`
  return (
    <>
      <SectionHeader
        title={manages && state === 'open' ? t('title') : session.classTitle}
        text={`${session.classTitle}, ${dayTime(session)}`}
        back={{ to: `/dashboard/classes/${session.classId}/sessions`, label: t('back') }}
      />
      <div className="grid max-w-4xl gap-6 pb-12">
        {state !== 'open' && <Banner title={t(state === 'past' ? 'over' : 'isCancelled')} />}
        {state === 'open' && asked && manages && (
          <CancelQuestion
            here={here}
            scope={asked.scope}
            sessions={reach.following?.sessions ?? 1}
            reach={asked.reach}
          />
        )}
        {state !== 'cancelled' && (
          <section aria-labelledby="who-comes">
            <h3 id="who-comes" className="text-lg">
              {w('whoComes')}
            </h3>
            <WhoComes comes={comes} />
          </section>
        )}
        {state === 'open' && manages && !asked && (
          <>
            {reach.booked > 0 && (
              <p className="text-muted">{t('bookedHere', { count: reach.booked })}</p>
            )}
            <SessionForm
              key={JSON.stringify(fields)}
              fields={fields}
              reach={reach}
              answer={actionData}
            />
            <CancelLinks here={here} reach={reach} />
          </>
        )}
      </div>
    </>
  )
}
