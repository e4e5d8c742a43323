import { randomUUID } from 'node:crypto'
import Plus from 'lucide-react/icons/plus'
import { useTranslations } from 'use-intl'
import { AddSession } from '#app/features/class-form/add-session.tsx'
import { nextStart } from '#app/features/class-form/next-start.ts'
import { sessionTexts } from '#app/features/class-form/session-texts.ts'
import { SessionList } from '#app/features/class-form/session-list.tsx'
import { calendarPath } from '#app/features/calendar/calendar-range.ts'
import { ClassHeader } from '#app/features/workspace/class-header.tsx'
import { dateIn } from '#app/features/trainer/trainer-calendar.ts'
import { scheduleRefusals } from '#app/features/workspace/class-answers.server.ts'
import { formAction } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, memberOf, orNotFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { addSession } from '#core/schedule/commands/add-session.ts'
import { listBlockedTimes } from '#core/schedule/queries/blocked-times.ts'
import { findOwnClass, type OwnClassDetails } from '#core/classes/queries/own-classes.ts'
import { listOwnSessions, type SessionsShown } from '#core/schedule/queries/own-sessions.ts'
import { sessionSchema } from '#core/schedule/schema.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type LocalDate, wallClockOf } from '#core/shared/time.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/class-sessions'

const perPage = 20
const shown = ['upcoming', 'past', 'cancelled'] as const satisfies readonly SessionsShown[]

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { vendor } = memberOf(context)
  const { db } = depsOf(context)
  const own = { vendorId: vendor.id, classId: params.classId }
  const found = orNotFound(await findOwnClass(db, own))
  const show = shown.find((name) => name === url.searchParams.get('show')) ?? 'upcoming'
  const cursor = url.searchParams.get('cursor')
  const page = await listOwnSessions(db, own, { show, cursor, limit: perPage })
  const chosen = startIn(url)
  const adding = url.searchParams.has('add') || chosen.date !== undefined
  return {
    of: { id: found.id, kind: found.kind, title: found.title, visibility: found.visibility },
    usual: { location: found.location, onlineUrl: found.onlineUrl },
    show,
    paged: cursor !== null,
    sessions: page.items,
    nextCursor: page.nextCursor,
    manages: mayManage(vendor.role),
    fresh: newSession(found, { ...(adding && (await usualStart(db, vendor, found))), ...chosen }),
    adding,
    calendar: chosen.date === undefined ? null : calendarPath('week', chosen.date),
    formKey: randomUUID(),
  }
}

/** The start that was chosen in the calendar. */
function startIn({ searchParams }: URL): { date?: string; startTime?: string } {
  const date = dateIn(searchParams.get('date') ?? '')
  const time = searchParams.get('time') ?? ''
  return {
    ...(date !== null && { date }),
    ...(/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) && { startTime: time }),
  }
}

/** The next day on which the class has no session, at its usual time. */
async function usualStart(db: Db, { id: vendorId }: { id: VendorId }, found: OwnClassDetails) {
  const now = wallClockOf(new Date(), found.timeZone)
  const [{ items }, blocked] = await Promise.all([
    listOwnSessions(
      db,
      { vendorId, classId: found.id },
      { show: 'upcoming', cursor: null, limit: 366 },
    ),
    listBlockedTimes(db, { vendorId, from: now.date }),
  ])
  const days = new Set(items.map(({ date }) => date))
  const isBlocked = (date: LocalDate) =>
    blocked.some(
      ({ startsOn, endsOn, startTime }) => !startTime && startsOn <= date && date <= endsOn,
    )
  return nextStart(now, {
    time: found.times[0]?.startTime ?? items[0]?.startTime ?? null,
    isTaken: (date) => days.has(date) || isBlocked(date),
  })
}

/** A session by hand is as the class is. */
function newSession(
  found: OwnClassDetails,
  { date = '', startTime = '' }: { date?: LocalDate; startTime?: string },
): Record<string, string> {
  return sessionTexts({
    date,
    startTime,
    durationMinutes: found.durationMinutes,
    maxStudents: found.maxStudents,
    placeKind: found.onlineUrl === null ? 'address' : 'online',
    location: found.location ?? '',
    onlineUrl: found.onlineUrl ?? '',
  })
}

export const action = formAction({
  allow: manager,
  texts: 'vendorClasses',
  schema: () => sessionSchema,
  run: ({ deps, member, id, form }) =>
    addSession(deps.db, member.vendor.id, id('classId'), form, new Date()),
  refusals: scheduleRefusals({ time: 'startTime', capacity: 'maxStudents' }),
  failures: ({ t }) => ({ failed: { title: t('sessions.failed') } }),
  done: ({ deps, params, url, form, t }) => {
    const sessions = `/dashboard/classes/${params['classId']}/sessions`
    const isFromCalendar = url.searchParams.has('date')
    return redirectWithToast(deps, isFromCalendar ? calendarPath('week', form.date) : sessions, {
      title: t('sessions.added'),
    })
  },
})

export const clientAction = keepForm

export default function ClassSessions({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('vendorClasses.sessions')
  const { of, show, paged, sessions, nextCursor, manages, fresh, adding, formKey } = loaderData
  const here = `/dashboard/classes/${of.id}/sessions`
  const isAdding = manages && (adding || actionData !== undefined)
  const at = (name: SessionsShown) => (name === 'upcoming' ? here : `${here}?show=${name}`)
  const next = `${at(show)}${show === 'upcoming' ? '?' : '&'}cursor=${nextCursor}`
  return (
    <>
      <ClassHeader
        of={of}
        page="sessions"
        name={t('title', { title: of.title })}
        manages={manages}
        actions={
          manages &&
          !isAdding && (
            <LinkButton to={`${here}?add#add-session`}>
              <Plus aria-hidden="true" /> {t('add')}
            </LinkButton>
          )
        }
      />
      <nav aria-label={t('filter')} className="flex flex-wrap gap-1 pt-3">
        {shown.map((name) => (
          <LinkButton
            key={name}
            to={at(name)}
            variant={name === show ? 'soft' : 'quiet'}
            size="small"
            aria-current={name === show ? 'page' : undefined}
            preventScrollReset
          >
            {t(`show.${name}`)}
          </LinkButton>
        ))}
      </nav>
      {isAdding && (
        <AddSession
          fields={fresh}
          isSlot={of.kind === 'facility'}
          list={loaderData.calendar ?? here}
          formKey={formKey}
          answer={actionData}
        />
      )}
      <div className="py-6">
        {sessions.length > 0 ? (
          <SessionList classId={of.id} usual={loaderData.usual} rows={sessions} />
        ) : (
          <EmptyState level={3} title={t('none')} text={t(`noneText.${show}`, { kind: of.kind })} />
        )}
        <Pagination
          label={t('pages')}
          previous={paged ? { to: at(show), label: t('first') } : undefined}
          next={nextCursor === null ? undefined : { to: next, label: t('more') }}
        />
      </div>
    </>
  )
}
