import CalendarX from 'lucide-react/icons/calendar-x'
import { useTranslations } from 'use-intl'
import { SearchForm } from '#app/features/classes/search-form.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { ClassPicks } from './class-picks.tsx'
import { NewestOf } from './newest-of.tsx'
import { CouldNotLoad } from './could-not-load.tsx'
import { SessionCalendar } from './session-calendar.tsx'
import { SessionList } from './session-list.tsx'
import type { TrainerPageProps } from './trainer-page.tsx'

/** Layout A: the calendar and the sessions first; the classes choose among them. */
export function ScheduleLayout(page: TrainerPageProps) {
  return (
    <div className="mt-3 grid items-start gap-x-14 gap-y-2 lg:mt-8 lg:gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      {page.calendar && (
        <div className="min-w-0 lg:sticky lg:top-6 lg:col-start-2 lg:row-start-1">
          <SessionCalendar calendar={page.calendar} />
        </div>
      )}
      <div className="min-w-0 lg:col-start-1 lg:row-start-1">
        <Sessions {...page} />
      </div>
      <div className="mt-6 min-w-0 lg:col-span-2 lg:mt-4">
        <Classes {...page} />
      </div>
    </div>
  )
}

const jump = 'inline-flex min-h-11 items-center px-1 underline underline-offset-4'

// A phone's screen or two; a chosen day shows all of its sessions.
const openAtFirst = 5

function Sessions(page: TrainerPageProps) {
  const { vendor, selected, date, sessions, now, links, editable } = page
  const t = useTranslations('trainer')
  return (
    <section
      id="sessions"
      aria-labelledby="sessions-title"
      // On wide screens the list stands beside the calendar: a day leads to the top, where both are in view.
      className="group/sessions min-w-0 lg:scroll-mt-96"
    >
      <div className="mb-1 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 has-[[data-clear]]:mb-4 lg:mb-4">
        <h2 id="sessions-title" className="min-w-0 text-xl wrap-anywhere">
          {selected ? t('sessionsOf', { title: selected.title }) : t('sessions')}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          {!selected && (
            <a href="#classes" className={cx(jump, 'lg:hidden')}>
              {t('classes')}
            </a>
          )}
          {page.facilities.length > 0 && (
            <a href="#facilities" className={jump}>
              {t('facilities.title')}
            </a>
          )}
          {(selected ?? date) !== null && (
            <LinkButton
              to={links.clearSelection}
              variant="secondary"
              size="small"
              preventScrollReset
              data-clear=""
            >
              {t('clearSelection')}
            </LinkButton>
          )}
        </div>
      </div>
      {sessions === null ? (
        <CouldNotLoad part="Sessions" />
      ) : sessions.length === 0 ? (
        <NoSessions {...page} />
      ) : (
        <SessionList
          sessions={sessions}
          zone={vendor.timeZone}
          now={now}
          words="schedule"
          {...(date === null && { most: openAtFirst })}
          editable={editable ?? false}
        />
      )}
      {/* Later dates come after the folded ones. */}
      <div className="group-has-[.more-days:not([open])]/sessions:hidden">
        <Pagination
          label={t('dates')}
          previous={links.first ? { to: links.first, label: t('first') } : undefined}
          next={links.later ? { to: links.later, label: t('later') } : undefined}
        />
      </div>
    </section>
  )
}

/** Nothing here: because there is nothing at all, or because what was chosen lies elsewhere. */
function NoSessions({ selected, date, count, links }: TrainerPageProps) {
  const t = useTranslations('trainer')
  if (count.sessions === 0 || (selected === null && date === null))
    return (
      <EmptyState
        level={3}
        icon={<CalendarX />}
        title={t('noSessions')}
        text={t('noSessionsText')}
      />
    )
  const elsewhere = selected !== null && selected.upcomingSessions > 0
  return (
    <EmptyState
      level={3}
      icon={<CalendarX />}
      title={t(elsewhere ? 'selectDate' : 'selectDateOrClass')}
      text={elsewhere ? t('selectDateText', { title: selected.title }) : t('selectDateOrClassText')}
      action={
        <LinkButton
          to={elsewhere ? links.clearDate : links.clearSelection}
          variant="secondary"
          preventScrollReset
        >
          {t('allDates')}
        </LinkButton>
      }
    />
  )
}

function Classes({ search, classes, selected, links, count }: TrainerPageProps) {
  const t = useTranslations('trainer')
  return (
    <section aria-labelledby="classes" className="grid min-w-0 gap-4">
      <h2 id="classes" className="flex min-h-11 items-center text-xl">
        {t('classes')}
      </h2>
      {classes === null ? (
        <CouldNotLoad part="Classes" />
      ) : (
        <>
          {(count.classes > 0 || search !== '') && (
            <SearchForm label={t('search')} button={t('searchButton')} name="q" value={search}>
              {selected && <input type="hidden" name="class" value={selected.id} />}
            </SearchForm>
          )}
          {classes.length === 0 ? (
            <EmptyState
              level={3}
              title={t('noClasses')}
              text={t(search ? 'noMatch' : 'noneYet')}
              action={
                search && (
                  <LinkButton to={links.allClasses} variant="secondary" preventScrollReset>
                    {t('showAll')}
                  </LinkButton>
                )
              }
            />
          ) : (
            <ClassPicks
              classes={classes}
              isFound={search !== ''}
              selectedId={selected?.id ?? null}
              clearTo={links.clearSelection}
            />
          )}
          <NewestOf {...count} />
        </>
      )}
    </section>
  )
}
