import ArrowLeft from 'lucide-react/icons/arrow-left'
import CalendarX from 'lucide-react/icons/calendar-x'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { ClassFacts } from '#app/features/classes/class-facts.tsx'
import { RecurrenceText } from '#app/features/classes/recurrence.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { BundleOffers } from './bundle-offers.tsx'
import { CouldNotLoad } from './could-not-load.tsx'
import { SessionCalendar } from './session-calendar.tsx'
import { SessionList } from './session-list.tsx'
import type { TrainerPageProps } from './trainer-page.tsx'

type Selected = NonNullable<TrainerPageProps['selected']>
type DetailProps = TrainerPageProps & { selected: Selected }

/** One class of the catalogue: its facts, a calendar of its dates, and the times of the chosen one. */
export function CatalogueDetail(page: DetailProps) {
  const t = useTranslations('trainer')
  const { selected, calendar, links } = page
  return (
    <section aria-labelledby="class-title" className="mt-2 min-w-0 lg:mt-6">
      <Link
        to={links.clearSelection}
        viewTransition
        className="-ms-1 inline-flex min-h-11 items-center gap-1.5 rounded-control px-1 text-muted hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        {t('catalogue.back')}
      </Link>
      <div className="mt-2 grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-4">
          <h2 id="class-title" className="text-2xl wrap-anywhere">
            <bdi>{selected.title}</bdi>
          </h2>
          <ClassFacts {...selected} />
          {selected.recurrence.length > 0 && (
            <RecurrenceText pairs={selected.recurrence} zone={selected.timeZone} />
          )}
        </div>
        <div className="grid min-w-0 gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {calendar && <SessionCalendar calendar={calendar} />}
          <Times {...page} />
        </div>
        <div className="grid min-w-0 gap-8">
          {selected.description && (
            <section aria-labelledby="about" className="grid gap-2">
              <h3 id="about" className="text-xl">
                {t('catalogue.about')}
              </h3>
              <p dir="auto" className="max-w-prose text-lg wrap-anywhere whitespace-pre-line">
                {selected.description}
              </p>
            </section>
          )}
          {!selected.registrationClosed && (
            <div className="max-w-md empty:hidden">
              <BundleOffers of={selected} action={t('bundles.book')} />
            </div>
          )}
        </div>
      </div>
    </section>
  )
}

function Times({ selected, sessions, vendor, now, links, editable }: DetailProps) {
  const t = useTranslations('trainer')
  return (
    <section id="sessions" aria-labelledby="times" className="min-w-0">
      <h3 id="times" className="sr-only">
        {t('catalogue.times')}
      </h3>
      {sessions === null ? (
        <CouldNotLoad part="Sessions" />
      ) : sessions.length > 0 ? (
        <SessionList
          sessions={sessions}
          zone={vendor.timeZone}
          now={now}
          words="catalogue"
          editable={editable ?? false}
        />
      ) : selected.upcomingSessions > 0 ? (
        <EmptyState
          level={3}
          icon={<CalendarX />}
          title={t('selectDate')}
          text={t('selectDateText', { title: selected.title })}
          action={
            <LinkButton to={links.clearDate} variant="secondary" preventScrollReset>
              {t('first')}
            </LinkButton>
          }
        />
      ) : (
        <EmptyState
          level={3}
          icon={<CalendarX />}
          title={t('noSessions')}
          text={t('noSessionsText')}
        />
      )}
    </section>
  )
}
