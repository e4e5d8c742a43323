import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { buttonClasses, iconButtonClasses } from '#app/ui/button-classes.ts'
import { cx } from '#app/ui/cx.ts'
import { TabLinks } from '#app/ui/tab-links.tsx'
import { rangeText } from './calendar-grid.tsx'
import { calendarPath, type CalendarRange, calendarViews } from './calendar-range.ts'

type CalendarBarProps = {
  range: CalendarRange
  today: string
  from: string
  court: string | null
}

/** Which time is shown, and the ways to another. */
export function CalendarBar({ range, today, from, court }: CalendarBarProps) {
  const t = useTranslations('calendar')
  const language = useLocale()
  const { view, first, last } = range
  const isNow = first <= today && today <= last
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-3 max-md:gap-x-1">
      <h3
        className="me-auto text-lg first-letter:uppercase max-md:text-base"
        suppressHydrationWarning
      >
        <span className="max-md:hidden">{rangeText(range, language)}</span>
        <span className="md:hidden">{rangeText(range, language, 'short')}</span>
      </h3>
      <TabLinks
        label={t('views.label')}
        tabs={calendarViews.map((name) => ({
          to: calendarPath(name, from, court),
          label: t(`views.${name}`),
          current: name === view,
        }))}
      />
      <div className="flex items-center gap-1">
        <Turn to={calendarPath(view, range.previous, court)} label={t(`previous.${view}`)}>
          <ChevronLeft aria-hidden="true" />
        </Turn>
        <Link
          to={calendarPath(view, undefined, court)}
          aria-current={isNow ? 'date' : undefined}
          className={buttonClasses({
            variant: 'secondary',
            size: 'small',
            className: cx(isNow && 'max-md:hidden'),
          })}
        >
          {t('today')}
        </Link>
        <Turn to={calendarPath(view, range.next, court)} label={t(`next.${view}`)}>
          <ChevronRight aria-hidden="true" />
        </Turn>
      </div>
    </div>
  )
}

type TurnProps = { to: string; label: string; children: ReactNode }

function Turn({ to, label, children }: TurnProps) {
  return (
    <Link to={to} preventScrollReset aria-label={label} title={label} className={iconButtonClasses}>
      {children}
    </Link>
  )
}
