import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { AddSession } from '#app/features/class-form/add-session.tsx'
import { textsIn, typedIn } from '#app/http/form-answer.ts'
import { SessionTable } from '#app/features/class-form/session-table.tsx'
import { errorsIn, scheduleErrors } from '#app/features/workspace/class-answers.server.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { memberContext } from '#app/http/context.ts'
import { parseForm } from '#app/http/forms.ts'
import { managerOf, orNotFound } from '#app/http/managing.ts'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TabLinks } from '#app/ui/tab-links.tsx'
import { addSession } from '#core/classes/commands/add-session.ts'
import { findOwnClass, type OwnClassDetails } from '#core/classes/queries/own-classes.ts'
import { listOwnSessions, type SessionsShown } from '#core/classes/queries/own-sessions.ts'
import { sessionSchema } from '#core/classes/schema.ts'
import { isId } from '#core/shared/ids.ts'
import { todayIn } from '#core/shared/time.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/class-sessions'

const perPage = 20
const shown = ['coming', 'past', 'cancelled'] as const satisfies readonly SessionsShown[]

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { vendor } = context.get(memberContext)
  const { db } = depsOf(context)
  const own = { vendorId: vendor.id, classId: params.classId }
  const found = orNotFound(await findOwnClass(db, own))
  const show = shown.find((name) => name === url.searchParams.get('show')) ?? 'coming'
  const cursor = url.searchParams.get('cursor')
  const page = await listOwnSessions(db, own, { show, cursor, limit: perPage })
  return {
    classId: found.id,
    title: found.title,
    show,
    paged: cursor !== null,
    sessions: page.items,
    nextCursor: page.nextCursor,
    manages: mayManage(vendor.role),
    fresh: newSession(found),
  }
}

/** A session by hand starts as the class is. */
function newSession(found: OwnClassDetails): Record<string, string> {
  return {
    date: todayIn(found.time_zone, new Date()),
    startTime: found.times[0]?.startTime ?? '',
    durationMinutes: String(found.duration_minutes),
    maxStudents: String(found.max_students),
    placeKind: found.online_url === null ? 'address' : 'online',
    location: found.location ?? '',
    onlineUrl: found.online_url ?? '',
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { vendor } = managerOf(context)
  if (!isId(params.classId)) throw data(null, { status: 404 })
  const form = await formOf(request)
  const typed = textsIn(typedIn(form))
  const parsed = parseForm(sessionSchema, form)
  if (!parsed.ok) return data({ errors: errorsIn(parsed.result), typed }, { status: 400 })
  const { date, startTime } = parsed.value
  const added = await addSession(
    depsOf(context).db,
    vendor.id,
    params.classId,
    parsed.value,
    new Date(),
  )
  if (!added.ok) {
    if (added.reason === 'not_found') throw data(null, { status: 404 })
    const refusal =
      added.reason === 'skipped_start'
        ? { reason: added.reason, date, time: startTime }
        : { reason: added.reason }
    return data(
      {
        errors: scheduleErrors(request, refusal, { time: 'startTime', capacity: 'maxStudents' }),
        typed,
      },
      { status: 409 },
    )
  }
  const t = translator(readerLanguage(request), 'workspace')
  const notice = noticeCookie({ tone: 'good', title: t('sessions.added') })
  return redirect(`/dashboard/classes/${params.classId}/sessions`, {
    headers: { 'set-cookie': notice },
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function ClassSessions({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('workspace.sessions')
  const { classId, title, show, paged, sessions, nextCursor, manages, fresh } = loaderData
  const here = `/dashboard/classes/${classId}/sessions`
  const at = (name: SessionsShown) => (name === 'coming' ? here : `${here}?show=${name}`)
  const next = `${at(show)}${show === 'coming' ? '?' : '&'}cursor=${nextCursor}`
  return (
    <>
      <SectionHeader
        title={t('title', { title })}
        back={{ to: '/dashboard/classes', label: t('back') }}
        actions={
          manages &&
          show === 'coming' && (
            <a href="#add-session" className={buttonClasses({ variant: 'secondary' })}>
              {t('add')}
            </a>
          )
        }
      />
      <TabLinks
        label={t('filter')}
        tabs={shown.map((name) => ({
          to: at(name),
          label: t(`show.${name}`),
          current: name === show,
        }))}
      />
      <div className="py-6">
        {sessions.length > 0 ? (
          <SessionTable
            title={t('title', { title })}
            classId={classId}
            rows={sessions}
            changeable={manages && show === 'coming'}
          />
        ) : (
          <EmptyState level={3} title={t('none')} text={t(`noneText.${show}`)} />
        )}
        <Pagination
          label={t('pages')}
          previous={paged ? { to: at(show), label: t('first') } : undefined}
          next={nextCursor === null ? undefined : { to: next, label: t('more') }}
        />
      </div>
      {manages && show === 'coming' && (
        <div className="pb-12">
          {/* After a session is added the form starts afresh. */}
          <AddSession
            key={sessions.map(({ id }) => id).join()}
            fields={fresh}
            answer={actionData}
          />
        </div>
      )}
    </>
  )
}
