import CalendarX from 'lucide-react/icons/calendar-x'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { SearchForm } from '../classes/search-form.tsx'
import { SiteFooter } from '../page/site-footer.tsx'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { ClassPicks, type PickableClass } from './class-picks.tsx'
import { type ListedSession, SessionList } from './session-list.tsx'
import { type ShownTrainer, TrainerHeader } from './trainer-header.tsx'

export type TrainerPageProps = {
  vendor: ShownTrainer & { timeZone: string }
  search: string
  /** null: could not be read */
  classes: readonly PickableClass[] | null
  selected: { id: string; title: string } | null
  sessions: readonly ListedSession[] | null
  now: Date
  links: { all: string; clearSelection: string; later: string | null; first: string | null }
}

/** A vendor's public page: who they are, their classes, and every coming session one can book. */
export function TrainerPage(page: TrainerPageProps) {
  const { vendor } = page
  return (
    <>
      <main className="page pb-12">
        <TrainerHeader trainer={vendor} />
        <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
          <Sessions {...page} />
          <Classes {...page} />
        </div>
      </main>
      <SiteFooter />
    </>
  )
}

function Sessions({ vendor, selected, sessions, now, links }: TrainerPageProps) {
  const t = useTranslations('pages.trainer')
  return (
    <section aria-labelledby="sessions" className="min-w-0">
      <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="sessions" className="text-xl">
          {selected ? t('sessionsOf', { title: selected.title }) : t('sessions')}
        </h2>
        {!selected && (
          <a
            href="#classes"
            className="inline-flex min-h-11 items-center px-1 underline underline-offset-4 lg:hidden"
          >
            {t('classes')}
          </a>
        )}
        {selected && (
          <LinkButton to={links.clearSelection} variant="secondary" size="small" preventScrollReset>
            {t('clearSelection')}
          </LinkButton>
        )}
      </div>
      {sessions === null ? (
        <Failed part="Sessions" />
      ) : sessions.length === 0 ? (
        <EmptyState
          level={3}
          icon={<CalendarX />}
          title={t('noSessions')}
          text={t('noSessionsText')}
        />
      ) : (
        <SessionList sessions={sessions} zone={vendor.timeZone} now={now} />
      )}
      <Pagination
        label={t('dates')}
        previous={links.first ? { to: links.first, label: t('first') } : undefined}
        next={links.later ? { to: links.later, label: t('later') } : undefined}
      />
    </section>
  )
}

function Classes({ search, classes, selected, links }: TrainerPageProps) {
  const t = useTranslations('pages.trainer')
  return (
    <section aria-labelledby="classes" className="grid min-w-0 gap-4">
      <h2 id="classes" className="flex min-h-11 items-center text-xl">
        {t('classes')}
      </h2>
      {classes === null ? (
        <Failed part="Classes" />
      ) : (
        <>
          {(classes.length > 0 || search !== '') && (
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
                  <LinkButton to={links.all} variant="secondary" preventScrollReset>
                    {t('clearSearch')}
                  </LinkButton>
                )
              }
            />
          ) : (
            <ClassPicks
              classes={classes}
              selectedId={selected?.id ?? null}
              clearTo={links.clearSelection}
            />
          )}
        </>
      )}
    </section>
  )
}

function Failed({ part }: { part: 'Classes' | 'Sessions' }) {
  const t = useTranslations('pages.vendor')
  const { pathname, search } = useLocation()
  return (
    <ErrorState
      level={3}
      title={t(`couldNotLoad${part}`)}
      retryLabel={t('retry')}
      retryTo={pathname + search}
    />
  )
}
