import { randomUUID } from 'node:crypto'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { AddMenu } from '#app/features/calendar/add-menu.tsx'
import { busySpans } from '#app/features/calendar/busy-spans.ts'
import { BlockedTimes, blockFormId } from '#app/features/calendar/blocked-times.tsx'
import { CalendarBar } from '#app/features/calendar/calendar-bar.tsx'
import {
  calendarPath,
  calendarViewIn,
  firstWeekdayIn,
  rangeToOpen,
} from '#app/features/calendar/calendar-range.ts'
import { CourtFilter } from '#app/features/calendar/court-filter.tsx'
import { CalendarStage } from '#app/features/calendar/calendar-stage.tsx'
import { DragHint } from '#app/features/calendar/drag-hint.tsx'
import { ShareWeek } from '#app/features/calendar/share-week.tsx'
import { shareText } from '#app/features/calendar/share-text.server.ts'
import { dateIn } from '#app/features/trainer/trainer-calendar.ts'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { nextSession } from '#app/features/workspace/next-session.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction, noFields } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { blockTime, type SessionsInside } from '#core/schedule/commands/block-time.ts'
import { unblockTime } from '#core/schedule/commands/unblock-time.ts'
import { listBusyTimes } from '#core/calendar/queries.ts'
import { listOwnClasses } from '#core/classes/queries/own-classes.ts'
import { listBlockedTimes } from '#core/schedule/queries/blocked-times.ts'
import {
  listCalendarClasses,
  listCalendarSessions,
} from '#core/schedule/queries/calendar-sessions.ts'
import { blockSchema } from '#core/schedule/schema.ts'
import { isId } from '#core/shared/ids.ts'
import type { Language } from '#core/shared/languages.ts'
import { endOfDay, startOfDay, todayIn } from '#core/shared/time.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/calendar'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { vendor } = memberOf(context)
  const { db, origin } = depsOf(context)
  const today = todayIn(vendor.timeZone, new Date())
  const from = dateIn(url.searchParams.get('from') ?? '') ?? today
  const view = calendarViewIn(url.searchParams.get('view'))
  const range = rangeToOpen(view, { from, today, firstWeekday: firstWeekdayIn(vendor.country) })
  const [first = from, last = from] = [range.days[0], range.days.at(-1)]
  const vendorId = vendor.id
  const classes = await listCalendarClasses(db, vendorId)
  const courts = classes.filter(({ isFacility }) => isFacility)
  const court = courts.find(({ id }) => id === url.searchParams.get('court'))?.id ?? null
  const all = await listCalendarSessions(db, { vendorId, first, last })
  const sessions = all.filter(({ classId }) => court === null || classId === court)
  const busy = await listBusyTimes(db, {
    vendorId,
    from: startOfDay(first, vendor.timeZone),
    to: endOfDay(last, vendor.timeZone),
  })
  const blocked = await listBlockedTimes(db, { vendorId, from: first < today ? first : today })
  return {
    today,
    from,
    range,
    sessions,
    blocked,
    busy: busySpans(busy, vendor.timeZone),
    classes,
    courts,
    court,
    zone: vendor.timeZone,
    next: all.length === 0 ? nextSession(await listOwnClasses(db, vendorId)) : null,
    text: shareText({ range, sessions: all, vendor, origin }),
    manages: mayManage(vendor.role),
    formKey: randomUUID(),
  }
}

const failures = ({ t }: { t: ReturnType<typeof translator<'calendar'>> }) => ({
  failed: { title: t('blocked.failed') },
})

const block = formAction({
  allow: manager,
  texts: 'calendar',
  schema: () => blockSchema,
  run: ({ deps, member, form }) => blockTime(deps.db, member.vendor.id, form, new Date()),
  refusals: {
    not_agreed: ({ question, agreement, sessions }: SessionsInside) => ({
      more: { question, agreement, sessions },
    }),
    block_past: (_refusal: object, language: Language) => ({
      errors: { endsOn: [translator(language, 'calendar')('blocked.past')] },
    }),
    too_many_blocks: ({ most }: { most: number }, language: Language) => ({
      problem: { text: translator(language, 'calendar')('blocked.tooMany', { most }) },
    }),
  },
  failures,
  done: ({ deps, url, t }) =>
    redirectWithToast(deps, url.pathname + url.search, { title: t('blocked.done') }),
})

const unblock = formAction({
  allow: manager,
  texts: 'calendar',
  schema: () => noFields,
  run: async ({ deps, member, text }) => {
    const blockId = text('id')
    if (!isId(blockId)) return { ok: false, reason: 'not_found' as const }
    return unblockTime(deps.db, { vendorId: member.vendor.id, blockId }, new Date())
  },
  refusals: {},
  done: ({ deps, url, t, result }) =>
    redirectWithToast(deps, url.pathname + url.search, {
      title: t('blocked.removed'),
      text: result.added > 0 ? t('blocked.added', { count: result.added }) : undefined,
    }),
})

export const action = byIntent({ block, unblock }, block)

export const clientAction = keepForm

export default function Calendar({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('calendar')
  const dayTime = useDayTime()
  const { today, from, range, sessions, blocked, busy, classes, next, zone, text } = loaderData
  const { manages, formKey, courts, court } = loaderData
  const upcoming = from < today ? today : from
  return (
    <>
      <SectionHeader
        title={t('title')}
        actions={
          manages && (
            <>
              <AddMenu date={upcoming} classes={classes} />
              <LinkButton
                variant="secondary"
                to={`${calendarPath(range.view, from, court)}#${blockFormId}`}
                className="md:hidden"
              >
                {t('blocked.add')}
              </LinkButton>
            </>
          )
        }
      />
      <CalendarBar range={range} today={today} from={from} court={court} />
      <CourtFilter courts={courts} court={court} view={range.view} from={from} />
      {sessions.length + blocked.length + busy.length === 0 && (
        <EmptyState
          level={3}
          className="md:py-6"
          title={t(`empty.${range.view}`)}
          text={
            next
              ? t.rich('empty.next', {
                  session: `${next.title}, ${dayTime(next)}`,
                  link: (session) => (
                    <Link
                      to={calendarPath('week', next.date)}
                      className="text-ink underline underline-offset-4"
                    >
                      <bdi>{session}</bdi>
                    </Link>
                  ),
                })
              : classes.length === 0 && t('empty.text')
          }
          action={
            manages &&
            classes.length === 0 && (
              <LinkButton to="/dashboard/classes/new">{t('add.create')}</LinkButton>
            )
          }
        />
      )}
      <CalendarStage
        {...{ range, today, zone, sessions, classes, from, manages, formKey, court }}
        blocked={[...blocked, ...busy]}
      />
      {manages && sessions.length > 0 && <DragHint />}
      <div className="flex flex-wrap gap-x-8 py-4">
        <ShareWeek
          key={range.first}
          title={t(range.view === 'week' ? 'share.title' : 'share.titleMonth')}
          text={text}
        />
        <Link
          to={`/dashboard/calendar/print?from=${range.view === 'week' ? range.first : from}&days=${range.view === 'week' ? 7 : 1}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {t('print')}
        </Link>
        {manages && (
          <Link
            to="/dashboard/calendar/feed"
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('feed.link')}
          </Link>
        )}
      </div>
      <BlockedTimes
        blocked={blocked.filter(({ endsOn }) => endsOn >= today)}
        manages={manages}
        from={upcoming}
        formKey={formKey}
        answer={actionData}
      />
    </>
  )
}
