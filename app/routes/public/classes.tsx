import { useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { listPublicClasses } from '#core/classes/queries.ts'
import type { Route } from './+types/classes'
import { CardSkeletons } from '../../components/classes/card-skeletons.tsx'
import { ClassCard } from '../../components/classes/class-card.tsx'
import { SearchForm } from '../../components/classes/search-form.tsx'
import { SiteFooter } from '../../components/page/site-footer.tsx'
import { SiteHeader } from '../../components/page/site-header.tsx'
import { LinkButton } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { ErrorState } from '../../components/ui/error-state.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { Pagination } from '../../components/ui/pagination.tsx'
import { depsOf, readerLanguage } from '../../request.ts'
import { findSessionUser } from '../../session.ts'
import { titleOf } from '../../titles.ts'
import { translator } from '../../translate.ts'
import { urlText, urlWith } from '../../url-text.ts'

const classesShown = 12

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const search = urlText(url, 'search')
  const cursor = url.searchParams.get('cursor')
  const [page, user] = await Promise.all([
    listPublicClasses(depsOf(context).db, { search, cursor, limit: classesShown }),
    findSessionUser(request, context),
  ])
  const t = translator(readerLanguage(request), 'pages')
  return {
    search,
    classes: page.items,
    moreTo: page.nextCursor && urlWith(url, { cursor: page.nextCursor }),
    firstTo: cursor === null ? null : urlWith(url, { cursor: null }),
    signedIn: user !== null,
    title: titleOf(context, t('classes.title')),
  }
}

export default function Classes({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('pages.classes')
  const { search, classes, moreTo, firstTo } = loaderData
  const navigation = useNavigation()
  const searching = navigation.location?.pathname === '/classes'
  return (
    <>
      <SiteHeader signedIn={loaderData.signedIn} />
      <main className="page pb-12">
        <PageHeader title={t('title')} text={t('text')} />
        <SearchForm
          label={t('search')}
          hint={t('searchHint')}
          button={t('searchButton')}
          name="search"
          value={search}
        />
        <div className="mt-8">
          {searching ? (
            <CardSkeletons label={t('loading')} />
          ) : classes.length === 0 ? (
            <EmptyState
              title={t(search ? 'noMatch' : 'none')}
              action={search && <LinkButton to="/classes">{t('clear')}</LinkButton>}
            />
          ) : (
            <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {classes.map((listed) => (
                <ClassCard key={listed.id} listed={listed} />
              ))}
            </ul>
          )}
        </div>
        <Pagination
          label={t('pages')}
          previous={firstTo ? { to: firstTo, label: t('first') } : undefined}
          next={moreTo ? { to: moreTo, label: t('more') } : undefined}
        />
      </main>
      <SiteFooter />
    </>
  )
}

export function ErrorBoundary() {
  const t = useTranslations('pages.classes')
  return (
    <>
      <SiteHeader />
      <main className="page py-12">
        <title>{t('errorTitle')}</title>
        <ErrorState
          level={1}
          title={t('errorTitle')}
          text={t('errorText')}
          retryLabel={t('retry')}
          retryTo="/classes"
        />
      </main>
      <SiteFooter />
    </>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title ?? '' }]
}
