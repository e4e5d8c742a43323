import CalendarDays from 'lucide-react/icons/calendar-days'
import { useTranslations } from 'use-intl'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'

/** The state of the calendar connection, the same wherever it is shown. */
export function CalendarCard() {
  const t = useTranslations('settings.integrations')
  return (
    <Card as="section" aria-labelledby="calendar" className="flex items-start gap-4">
      <CalendarDays aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-muted" />
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id="calendar" className="text-lg">
            {t('calendar')}
          </h3>
          <Badge>{t('notConfigured')}</Badge>
        </div>
        <p className="text-muted">{t('calendarText')}</p>
      </div>
    </Card>
  )
}
