import { wrong } from '#app/http/form-refusals.ts'
import { translator } from '#app/locale/translate.ts'
import { localClockText } from '#core/shared/formats.ts'
import type { Language } from '#core/shared/languages.ts'
import type { Asked, NotAgreed, Stranded } from '#core/classes/steps/agreement.ts'
import type { SessionsCollide } from '#core/schedule/steps/refuse-collisions.ts'
import type { SkippedStart } from '#core/schedule/steps/skipped-start.ts'
import type { VendorLimit } from '#core/classes/steps/vendor-limit.ts'
import type { Reach } from '#core/classes/queries/reach.ts'
import { isRegistrationClosed } from '#core/classes/rules.ts'
import { type NamedDay } from '#core/schedule/rules.ts'
import type { ClassForm } from '#core/classes/schema.ts'
import { dayText, type Start } from './day-text.ts'
import { dayTimeText } from './day-time-text.server.ts'

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
  skipped_start: (refusal: SkippedStart, language: Language) => ({
    errors: {
      [fields.time]: [
        translator(language, 'workspace')('problems.skippedStart', {
          date: dayText(refusal.date, language),
          time: localClockText(refusal.time, refusal.zone, language),
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
    { sessions }: { sessions: readonly (Start & { zone: string })[] },
    language: Language,
  ) => {
    const t = translator(language, 'workspace')
    const named = sessions.map((one) => dayTimeText(one, one.zone, language))
    const texts = { count: sessions.length, sessions: named.join('; ') }
    return { errors: { [fields.time]: [t('problems.wouldBePast', texts)] } }
  },
  not_agreed: ({ question, agreement }: NotAgreed): { more: Asked } => ({
    more: { question, agreement },
  }),
  session_past: wrong(fields.time, 'session_past'),
  hours_overlap: wrong(fields.time, 'hours_overlap'),
  slots_overlap: (refusal: SessionsCollide, language: Language) => ({
    errors: { [fields.time]: [collisionText(refusal, language, 'slotsOverlap')] },
  }),
  starts_together: (refusal: SessionsCollide, language: Language) => ({
    errors: { [fields.time]: [collisionText(refusal, language, 'startsTogether')] },
  }),
  ...limitRefusal,
})

function collisionText(
  { at }: SessionsCollide,
  language: Language,
  which: 'slotsOverlap' | 'startsTogether',
): string {
  const t = translator(language, 'workspace')
  return [
    t(`problems.${which}`),
    at && t('problems.collideAt', { time: dayTimeText(at, at.zone, language) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The number of people to notify of a change, and of those to call, whom the page below lists; '' if nobody. */
export function reachText({ told, toldSpots, unreached }: Reach, language: Language): string {
  const t = translator(language, 'workspace')
  const sentences = [
    told > 0 && t('told', { told, spots: toldSpots }),
    unreached > 0 && t('ask.unreached', { unreached }),
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

/** More would not fit into a message that passes. */
const mostNamed = 8

/** Names the dates that weekly times leave out, with the reason, and those they offer again; '' without any. */
export function namedDaysText(named: readonly NamedDay[], language: Language): string {
  const t = translator(language, 'vendorClasses')
  return [...Map.groupBy(named, ({ why }) => why)]
    .map(([why, ofReason]) => {
      const days = [...Map.groupBy(ofReason, ({ date }) => date)].map(([date, [first, ...more]]) =>
        first === undefined || more.length > 0
          ? `${dayText(date, language)} (${more.length + 1}×)`
          : dayTimeText({ date, startTime: first.time }, first.zone, language),
      )
      const first = days.slice(0, mostNamed).join('; ')
      const rest = days.length - mostNamed
      const dates = rest > 0 ? t('form.namedMore', { dates: first, count: rest }) : first
      return t(`form.named.${why}`, { dates })
    })
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
