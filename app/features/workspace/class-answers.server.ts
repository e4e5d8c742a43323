import { wrong } from '#app/http/form-refusals.ts'
import { translator } from '#app/locale/translate.ts'
import type { Language } from '#core/shared/languages.ts'
import type { Asked, NotAgreed, Stranded } from '#core/classes/steps/agreement.ts'
import type { VendorLimit } from '#core/classes/steps/vendor-limit.ts'
import type { Reach } from '#core/classes/queries/reach.ts'
import { isRegistrationClosed } from '#core/classes/rules.ts'
import type { ClassForm } from '#core/classes/schema.ts'
import { dayText } from './day-text.ts'

export const limitRefusal = {
  vendor_limit: ({ of, most }: VendorLimit, language: Language) => ({
    problem: {
      text:
        of === 'classesThisMonth'
          ? translator(language, 'workspace')('problems.planClasses', { most })
          : translator(language, 'workspace')('problems.vendorLimit', { of, most }),
    },
  }),
}

/** Shows errors of times and capacities at their field. */
export const scheduleRefusals = (fields: { time: string; capacity: string }) => ({
  skipped_start: (refusal: { date: string; time: string }, language: Language) => ({
    errors: {
      [fields.time]: [
        translator(language, 'workspace')('problems.skippedStart', {
          date: dayText(refusal.date, language),
          time: refusal.time,
        }),
      ],
    },
  }),
  below_booked: (refusal: { booked: number; date: string }, language: Language) => ({
    errors: {
      [fields.capacity]: [
        translator(language, 'workspace')('problems.belowBooked', {
          booked: refusal.booked,
          date: dayText(refusal.date, language),
        }),
      ],
    },
  }),
  would_be_past: (
    { sessions }: { sessions: readonly { date: string; startTime: string }[] },
    language: Language,
  ) => {
    const t = translator(language, 'workspace')
    const named = sessions.map(({ date, startTime }) =>
      t('dayTime', { day: dayText(date, language), time: startTime }),
    )
    const texts = { count: sessions.length, sessions: named.join('; ') }
    return { errors: { [fields.time]: [t('problems.wouldBePast', texts)] } }
  },
  not_agreed: ({ question, agreement }: NotAgreed): { more: Asked } => ({
    more: { question, agreement },
  }),
  session_past: wrong(fields.time, 'session_past'),
  hours_overlap: wrong(fields.time, 'hours_overlap'),
  slots_overlap: (_refusal: unknown, language: Language) => ({
    errors: { [fields.time]: [translator(language, 'workspace')('problems.slotsOverlap')] },
  }),
  ...limitRefusal,
})

/** The number of people to notify of a change, and of those to call; '' if nobody. */
export function reachText({ told, toldSpots, unreached }: Reach, language: Language): string {
  const t = translator(language, 'workspace')
  const sentences = [
    told > 0 && t('told', { told, spots: toldSpots }),
    unreached > 0 && t('unreached', { unreached }),
  ]
  return sentences.filter(Boolean).join(' ')
}

/** No tick where somebody still has to be called. */
export function reachTone({ unreached }: Pick<Reach, 'unreached'>): 'good' | 'warn' {
  return unreached > 0 ? 'warn' : 'good'
}

/** How many bundle sessions have lost their dates, for the page where the vendor withdraws bundles; '' if none. */
export function strandedText({ sessions }: Stranded, language: Language): string {
  return sessions > 0 ? translator(language, 'workspace')('stranded', { sessions }) : ''
}

/** Where a change leads to: the class's bundles if the vendor has to do something about them. */
export function afterwards({ sessions }: Stranded, classId: string, otherwise: string): string {
  return sessions > 0 ? `/dashboard/classes/${classId}/bundles` : otherwise
}

/** Names the dates on which a weekly time has no session, because the clocks jump over its start; '' without any. */
export function skippedText(
  skipped: readonly { date: string; time: string }[],
  language: Language,
): string {
  const t = translator(language, 'vendorClasses')
  return skipped
    .map(({ date, time }) => t('form.skipped', { date: dayText(date, language), time }))
    .join(' ')
}

/** Names weekly times of a saved form that make no session; '' when all of them do. */
export function withoutDaysText(
  wanted: readonly unknown[],
  saved: { times: readonly unknown[] } | null,
  language: Language,
): string {
  const count = wanted.length - (saved?.times.length ?? wanted.length)
  return count > 0 ? translator(language, 'vendorClasses')('form.withoutDays', { count }) : ''
}

/** Who can book a class that was just created. */
export function bookableBy(
  { visibility, registrationClosedDate, times }: ClassForm,
  today: string,
): ClassForm['visibility'] | 'registrationClosed' | 'noSessions' {
  if (isRegistrationClosed(registrationClosedDate, today)) return 'registrationClosed'
  return visibility !== 'closed' && times.length === 0 ? 'noSessions' : visibility
}
