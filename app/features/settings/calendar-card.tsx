import CalendarDays from 'lucide-react/icons/calendar-days'
import { useTranslations } from 'use-intl'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { ServiceRow } from './service-row.tsx'

/** The state of the calendar connection, the same wherever it is shown. */
export function CalendarRow() {
  const t = useTranslations('settings.integrations')
  return (
    <ServiceRow icon={<CalendarDays aria-hidden="true" />} title={t('calendar')}>
      <p>
        <Badge className="me-2">{t('notConfigured')}</Badge>
        {t('calendarText')}
      </p>
    </ServiceRow>
  )
}

export function CalendarCard() {
  return (
    <Card as="section">
      <CalendarRow />
    </Card>
  )
}
