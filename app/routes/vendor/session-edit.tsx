import { useTranslations } from 'use-intl'
import {
  CancelLinks,
  CancelQuestion,
  SessionForm,
  type SessionReach,
} from '#app/features/class-form/session-form.tsx'
import { sessionTexts } from '#app/features/class-form/session-texts.ts'
import { WhoComes } from '#app/features/overview/today-list.tsx'
import {
  reachText,
  scheduleRefusals,
  skippedText,
} from '#app/features/workspace/class-answers.server.ts'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, memberOf, orNotFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import type { translator } from '#app/locale/translate.ts'
import { Banner } from '#app/ui/banner.tsx'
import { cancelFollowingSessions, cancelSession } from '#core/bookings/commands/cancel-sessions.ts'
import { listWhoComes } from '#core/bookings/queries/own-bookings.ts'
import { changeFollowingSessions, changeSession } from '#core/classes/commands/change-session.ts'
import { findOwnSession, sessionFields } from '#core/classes/queries/own-sessions.ts'
import { countReach, type ReachOf } from '#core/classes/queries/reach.ts'
import { sessionSchema, scopeSchema } from '#core/classes/schema.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/session-edit'

type Scope = 'one' | 'following'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { vendor } = memberOf(context)
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
    fields: sessionTexts(sessionFields(session)),
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

const failures = ({ t }: { t: ReturnType<typeof translator<'workspace'>> }) => ({
  failed: { title: t('session.failed') },
  busy: { title: t('problems.busy') },
})

const change = formAction({
  allow: manager,
  texts: 'workspace',
  schema: () => sessionSchema,
  edits: () => ({ fields: sessionTexts }),
  run: ({ deps, member, id, text, form, shown }) => {
    const owned = { vendorId: member.vendor.id, sessionId: id('sessionId') }
    const inScope = text('scope') === 'following' ? changeFollowingSessions : changeSession
    return inScope(deps.db, owned, form, new Date(), shown)
  },
  refusals: scheduleRefusals({ time: 'startTime', capacity: 'maxStudents' }),
  failures,
  done: ({ deps, params, result, language, t }) =>
    redirectWithToast(deps, `/dashboard/sessions/${params['sessionId']}`, {
      title: t('session.saved', { count: result.changed }),
      text: [reachText(result.told, t), skippedText(result.skipped, language)]
        .filter(Boolean)
        .join(' '),
    }),
})

const { problem } = refusalsIn('workspace')

const cancel = formAction({
  allow: manager,
  texts: 'workspace',
  schema: () => scopeSchema,
  run: async ({ deps: { db }, member, id, form: { scope } }) => {
    const owned = { vendorId: member.vendor.id, sessionId: id('sessionId') }
    const session = orNotFound(await findOwnSession(db, owned))
    // Asked before: cancelled spots no longer say whose they were.
    const reach = await countReach(db, { vendorId: owned.vendorId, of: reachedBy(scope, session) })
    const inScope = scope === 'one' ? cancelSession : cancelFollowingSessions
    const cancelled = await inScope(db, owned, new Date())
    return cancelled.ok ? { ...cancelled, reach } : cancelled
  },
  refusals: { session_past: problem('problems.sessionPast') },
  failures,
  done: ({ deps, params, result, t }) =>
    redirectWithToast(deps, `/dashboard/sessions/${params['sessionId']}`, {
      title: t('session.cancelled', { count: result.sessions }),
      text: reachText(result.reach, t),
    }),
})

export const action = byIntent({ cancel, change }, change)

export const clientAction = keepForm

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
            answer={actionData}
          />
        )}
        <section aria-labelledby="who-comes">
          <h3 id="who-comes" className="text-lg">
            {w(state === 'cancelled' ? 'whoWasBooked' : 'whoComes')}
          </h3>
          <WhoComes comes={comes} />
        </section>
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
