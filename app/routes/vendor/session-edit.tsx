import { withUntold } from '#app/features/overview/unreached.server.ts'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useTranslations } from 'use-intl'
import { dayShown } from '#app/features/attendance/day-shown.server.ts'
import type { DayShown } from '#app/features/attendance/marking.ts'
import { AttendanceOfSession } from '#app/features/attendance/session-attendance.tsx'
import {
  CancelLinks,
  CancelQuestion,
  SessionForm,
  type SessionReach,
} from '#app/features/class-form/session-form.tsx'
import { sessionTexts } from '#app/features/class-form/session-texts.ts'
import { WhoComes } from '#app/features/overview/today-list.tsx'
import {
  afterwards,
  reachText,
  reachTone,
  scheduleRefusals,
  namedDaysText,
  strandedText,
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
import { translator } from '#app/locale/translate.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { cancelFollowingSessions, cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { type CancelScope, findCancelQuestion } from '#core/schedule/steps/cancel-question.ts'
import { listWhoComes } from '#core/bookings/queries/own-bookings.ts'
import { changeFollowingSessions, changeSession } from '#core/schedule/commands/change-session.ts'
import { findOwnSession, sessionFields } from '#core/schedule/queries/own-sessions.ts'
import { sessionSchema, scopeSchema } from '#core/schedule/schema.ts'
import { type NotAgreed, noEffects } from '#core/classes/steps/agreement.ts'
import type { Language } from '#core/shared/languages.ts'
import { versionOf } from '#core/shared/version.ts'
import { isId } from '#core/shared/ids.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/session-edit'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const member = memberOf(context)
  const { vendor } = member
  const { db } = depsOf(context)
  const now = new Date()
  const manages = mayManage(vendor.role)
  const scope = manages ? scopeIn(url) : null
  const owned = { vendorId: vendor.id, sessionId: params.sessionId }
  // Read before everything else on the page, so that a change between the two reads is asked about.
  const question =
    scope && isId(params.sessionId) ? await findCancelQuestion(db, owned, { scope, now }) : null
  const session = orNotFound(await findOwnSession(db, owned))
  const reach: SessionReach = {
    booked: session.currentStudents,
    following: session.follows && session.following.sessions > 1 ? session.following : null,
  }
  const { classId, classTitle, date, startTime } = session
  const state = stateOf(session)
  const here = `/dashboard/sessions/${session.id}`
  return {
    session: { classId, classTitle, date, startTime },
    fields: sessionTexts(sessionFields(session)),
    version: versionOf(sessionFields(session)),
    isSlot: session.kind === 'facility',
    reach,
    ...(state === 'cancelled'
      ? {
          day: null,
          comes: await listWhoComes(db, { vendorId: vendor.id, sessionIds: [session.id] }),
        }
      : { day: onlyOf(session.id, await dayShown(db, { member, date, here })), comes: [] }),
    state,
    busy: { collides: session.collides, blocked: session.blocked, closed: session.closed },
    asked:
      scope && question && (scope === 'one' || reach.following) ? { scope, ...question } : null,
    manages,
  }
}

/** A day with one of its sessions. */
const onlyOf = (sessionId: string, day: DayShown): DayShown => ({
  ...day,
  sessions: day.sessions.filter(({ id }) => id === sessionId),
})

type Found = NonNullable<Awaited<ReturnType<typeof findOwnSession>>>

function stateOf(session: Found): 'open' | 'past' | 'cancelled' {
  if (session.status === 'cancelled') return 'cancelled'
  return session.past ? 'past' : 'open'
}

/** What the address asks to be confirmed before it is cancelled. */
function scopeIn(url: URL): CancelScope | null {
  const value = url.searchParams.get('cancel')
  return value === 'one' || value === 'following' ? value : null
}

const failures = ({
  t,
  language,
}: {
  t: ReturnType<typeof translator<'vendorClasses'>>
  language: Language
}) => ({
  failed: { title: t('session.failed') },
  busy: { title: translator(language, 'workspace')('problems.busy') },
})

const change = formAction({
  allow: manager,
  texts: 'vendorClasses',
  schema: () => sessionSchema,
  fields: () => sessionTexts,
  run: ({ deps, member, id, text, form, version }) => {
    const owned = { vendorId: member.vendor.id, sessionId: id('sessionId') }
    const inScope = text('scope') === 'following' ? changeFollowingSessions : changeSession
    return inScope(deps.db, owned, form, new Date(), version)
  },
  refusals: scheduleRefusals({ time: 'startTime', capacity: 'maxStudents' }),
  failures,
  done: ({ deps, params, result, language, t }) =>
    redirectWithToast(
      deps,
      withUntold(
        afterwards(result.stranded, result.classId, `/dashboard/sessions/${params['sessionId']}`),
        result.told,
        `class:${result.classId}`,
      ),
      {
        tone: reachTone(result.told),
        title: t('session.saved', { count: result.changed }),
        text: [
          reachText(result.told, language),
          namedDaysText(result.named, language),
          strandedText(result.stranded, language),
        ]
          .filter(Boolean)
          .join(' '),
      },
    ),
})

const { problem } = refusalsIn('workspace')

const cancel = formAction({
  allow: manager,
  texts: 'vendorClasses',
  schema: () => scopeSchema,
  run: async ({ deps: { db }, member, id, form: { scope, agreed } }) => {
    const owned = { vendorId: member.vendor.id, sessionId: id('sessionId') }
    const session = orNotFound(await findOwnSession(db, owned))
    const now = new Date()
    // Asked before: cancelled spots no longer say whose they were.
    const asked = await findCancelQuestion(db, owned, { scope, now })
    const inScope = scope === 'one' ? cancelSession : cancelFollowingSessions
    const cancelled = await inScope(db, owned, now, agreed)
    if (!cancelled.ok) return cancelled
    return { ...cancelled, classId: session.classId, ...(asked?.question ?? noEffects) }
  },
  refusals: {
    session_past: problem('problems.sessionPast'),
    not_agreed: ({ question, agreement }: NotAgreed, language) => ({
      ...problem('problems.sessionsChanged')(question, language),
      more: { question, agreement },
    }),
  },
  failures,
  done: ({ deps, params, result, language, t }) =>
    redirectWithToast(
      deps,
      withUntold(
        afterwards(result.stranded, result.classId, `/dashboard/sessions/${params['sessionId']}`),
        result.reach,
        `class:${result.classId}`,
      ),
      {
        tone: reachTone(result.reach),
        title: t('session.cancelled', { count: result.sessions }),
        text: [reachText(result.reach, language), strandedText(result.stranded, language)]
          .filter(Boolean)
          .join(' '),
      },
    ),
})

export const action = byIntent({ cancel, change }, change)

export const clientAction = keepForm

/** What refused a cancellation is seen at once: another time, other people who come. */
export function shouldRevalidate({
  actionStatus,
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  // The question about a change comes with its answer: its button must not wait for more.
  const isRefusedCancel = actionStatus === 409 && formData?.get('intent') === 'cancel'
  return isRefusedCancel || defaultShouldRevalidate
}

export default function EditSession({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useTranslations('vendorClasses.session')
  const w = useTranslations('workspace')
  const dayTime = useDayTime()
  const add = useTranslations('vendorBookings.add')
  const b = useTranslations('vendorBookings.selected')
  const { session, fields, version, reach, day, comes, state, asked, manages } = loaderData
  const { busy } = loaderData
  const list = day?.sessions[0]
  const whoComes = loaderData.isSlot ? 'whoHasSlot' : 'whoComes'
  const here = `/dashboard/sessions/${params.sessionId}`
  const returnTo = `returnTo=${encodeURIComponent(here)}`
  return (
    <div className="max-w-3xl">
      <SectionHeader
        title={`${session.classTitle} · ${dayTime(session)}`}
        back={{ to: `/dashboard/classes/${session.classId}/sessions`, label: t('back') }}
        actions={
          manages &&
          list && (
            <>
              {!(loaderData.isSlot && reach.booked > 0) && (
                <LinkButton to={`/dashboard/bookings/new?session=${params.sessionId}&${returnTo}`}>
                  {add('open')}
                </LinkButton>
              )}
              {reach.booked > 0 && (
                <LinkButton
                  variant="secondary"
                  to={`/dashboard/bookings/message?session=${params.sessionId}&${returnTo}`}
                >
                  {b('message')}
                </LinkButton>
              )}
            </>
          )
        }
      />
      <div className="grid gap-6 pb-12">
        {state !== 'open' && <Banner title={t(state === 'past' ? 'over' : 'isCancelled')} />}
        {(busy.blocked || busy.collides) && (
          <Banner
            tone="warn"
            title={w(busy.blocked ? 'busy.blocked' : 'busy.collides')}
            text={busy.closed && w('busy.closed')}
          />
        )}
        {state === 'open' && asked && manages && (
          <CancelQuestion
            here={here}
            scope={asked.scope}
            asked={actionData?.more ?? asked}
            answer={actionData}
          />
        )}
        <section aria-labelledby="who-comes">
          <h3 id="who-comes" className="pb-2 text-lg">
            {w(state === 'open' ? whoComes : 'whoWasBooked')}
          </h3>
          {day && list ? (
            <AttendanceOfSession day={day} session={list} />
          ) : (
            <WhoComes comes={comes} />
          )}
        </section>
        {state === 'open' && manages && !asked && (
          <>
            <Disclosure onPhones title={t('title')} open={actionData !== undefined}>
              {reach.booked > 0 && (
                <p className="text-muted">{t('bookedHere', { count: reach.booked })}</p>
              )}
              <SessionForm
                key={JSON.stringify(fields)}
                fields={fields}
                version={version}
                isSlot={loaderData.isSlot}
                reach={reach}
                answer={actionData}
              />
            </Disclosure>
            <CancelLinks here={here} reach={reach} isSlot={loaderData.isSlot} />
          </>
        )}
      </div>
    </div>
  )
}
