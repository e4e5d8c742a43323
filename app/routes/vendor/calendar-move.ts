import { withUntold } from '#app/features/overview/unreached.server.ts'
import { redirect } from 'react-router'
import { calendarPath, calendarViewIn } from '#app/features/calendar/calendar-range.ts'
import { dateIn } from '#app/features/trainer/trainer-calendar.ts'
import {
  afterwards,
  reachText,
  reachTone,
  scheduleRefusals,
  strandedText,
} from '#app/features/workspace/class-answers.server.ts'
import { dayTimeText } from '#app/features/workspace/day-time-text.server.ts'
import { formAction } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager } from '#app/http/managing.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import {
  askBeforeMove,
  type MovedAlready,
  moveSession,
} from '#core/schedule/commands/move-session.ts'
import { moveSchema } from '#core/schedule/schema.ts'
import type { Language } from '#core/shared/languages.ts'

/** It only takes moves; who opens it is led to the calendar. */
export function loader() {
  return redirect('/dashboard/calendar')
}

/** Moves a session that was dragged in the calendar, or says what the move would lead to. */
export const action = formAction({
  allow: manager,
  texts: 'vendorClasses',
  schema: () => moveSchema,
  run: ({ deps, member, text, form }) => {
    const step = text('intent') === 'move' ? moveSession : askBeforeMove
    return step(deps.db, member.vendor.id, form, new Date())
  },
  refusals: {
    ...scheduleRefusals({ time: 'time', capacity: 'time' }),
    moved_already: ({ zone, ...at }: MovedAlready, language: Language) => ({
      problem: {
        text: translator(language, 'calendar')('move.movedAlready', {
          when: dayTimeText(at, zone, language),
        }),
      },
    }),
  },
  failures: ({ t, language }) => ({
    failed: { title: t('session.failed') },
    busy: { title: translator(language, 'workspace')('problems.busy') },
  }),
  done: ({ deps, member, url, form, result, language }) => {
    const view = calendarViewIn(url.searchParams.get('view'))
    const from = dateIn(url.searchParams.get('from') ?? '') ?? undefined
    return redirectWithToast(
      deps,
      withUntold(
        afterwards(result.stranded, result.classId, calendarPath(view, from)),
        result.told,
        `class:${result.classId}`,
      ),
      {
        tone: reachTone(result.told),
        title: translator(language, 'calendar')('move.done', {
          when: dayTimeText(
            { date: form.date, startTime: form.time },
            member.vendor.timeZone,
            language,
          ),
        }),
        text: [reachText(result.told, language), strandedText(result.stranded, language)]
          .filter(Boolean)
          .join(' '),
      },
    )
  },
})

export const clientAction = keepForm
