import { useLocale, useTranslations } from 'use-intl'
import { SessionTime } from '#app/features/sessions/session-time.tsx'
import { dayHeading } from '#app/locale/clock.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { PlannedSession } from '#core/bookings/rules/series.ts'

/** Every date of a bundle, with the room there is. */
export function PlannedDates({
  items,
  timeZone,
}: {
  items: readonly PlannedSession[]
  timeZone: string
}) {
  const t = useTranslations('bundles.plan')
  const language = useLocale()
  return (
    <ol className="grid">
      {items.map((item) => (
        <li
          key={item.sessionId}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-3 last:border-0"
        >
          <span className="min-w-0">
            <span className="block font-medium" suppressHydrationWarning>
              {dayHeading(item.startsAt, timeZone, language)}
            </span>
            <SessionTime startsAt={item.startsAt} endsAt={item.endsAt} zone={timeZone} />
            {item.instead && <span className="block text-sm text-muted">{t('instead')}</span>}
          </span>
          <RoomLeft session={item} />
        </li>
      ))}
    </ol>
  )
}

const tones = { few: 'warn', full: 'bad' } as const

export function RoomLeft({ session }: { session: PlannedSession }) {
  const t = useTranslations('bundles.plan')
  const { state, spotsLeft: n } = session
  if (state === 'free') return <span className="text-sm text-muted">{t('free', { n })}</span>
  return <Badge tone={tones[state]}>{state === 'full' ? t('taken') : t('few', { n })}</Badge>
}
