import { useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { CardSkeletons } from '#app/features/classes/card-skeletons.tsx'
import { ClassCard } from '#app/features/classes/class-card.tsx'
import { ClassFilters } from '#app/features/classes/class-filters.tsx'
import { useLate } from '#app/features/classes/use-late.ts'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { SiteHeader } from '#app/features/site/site-header.tsx'
import { depsOf, readerLanguage, readerZone } from '#app/http/request.ts'
import { urlText, urlWith } from '#app/http/url-text.ts'
import { currentZone } from '#app/locale/zone-names.ts'
import { translator } from '#app/locale/translate.ts'
import { headOf } from '#app/seo/head.ts'
import { titleOf } from '#app/seo/titles.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorState } from '#app/ui/error-state.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { listPlaces, type Place } from '#core/classes/queries/places.ts'
import { searchClasses } from '#core/classes/queries/search.ts'
import { categoryAsked, type ClassSearch, dayAsked, daysToAsk } from '#core/classes/rules.ts'
import { listBundleOffers } from '#core/passes/queries.ts'
import { listPicturesOfClasses } from '#core/pictures/queries.ts'
import { accentOf } from '#core/shared/accent.ts'
import { listShopfronts } from '#core/vendors/queries.ts'
import type { Route } from './+types/classes'

const classesShown = 12
const bundlesShown = 2
/** On the first screen of a wide window. */
const earlyPictures = 3

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const asked: ClassSearch = {
    text: urlText(url, 'q'),
    category: categoryAsked(urlText(url, 'category')),
    day: dayAsked(urlText(url, 'day')),
    place: urlText(url, 'place'),
  }
  const cursor = url.searchParams.get('after')
  // A page in the middle of a list goes on in the order of the first one.
  const zone = cursor === null ? readerZone(request) : urlText(url, 'near')
  const near = zone ? currentZone(zone) : null
  const [found, places] = await Promise.all([
    searchClasses(deps.searches, { ...asked, near, cursor, limit: classesShown }),
    listPlaces(deps),
  ])
  const [bundles, pictures, shopfronts] = await Promise.all([
    listBundleOffers(deps, {
      classIds: found.items.flatMap(({ id, registrationClosed }) =>
        registrationClosed ? [] : [id],
      ),
    }),
    listPicturesOfClasses(
      deps.db,
      found.items.map(({ id }) => id),
    ),
    listShopfronts(deps, [...new Set(found.items.map(({ vendor }) => vendor.username))]),
  ])
  const isAll = !asked.text && !asked.place && asked.category === null && asked.day === null
  return {
    asked,
    isAll,
    correctedTo: found.correctedTo,
    classes: found.items.map((listed) => {
      const shopfront = shopfronts.get(listed.vendor.username)
      return {
        ...listed,
        bundles: (bundles.get(listed.id) ?? []).slice(0, bundlesShown),
        picture: pictures.get(listed.id) ?? null,
        accent: accentOf(shopfront?.accent ?? null),
        asks: shopfront?.asks ?? false,
      }
    }),
    days: [null, ...daysToAsk].map((day) => ({
      day,
      to: urlWith(url, { day: day === null ? null : String(day), ...first }),
    })),
    places: nearFirst(places, near).map(({ name }) => name),
    moreTo: found.nextCursor && urlWith(url, { after: found.nextCursor, near }),
    firstTo: cursor === null ? null : urlWith(url, first),
    head: headOfList(request, context, isAll && cursor === null),
  }
}

const first = { after: null, near: null }

function nearFirst(places: readonly Place[], near: string | null): readonly Place[] {
  const distance = ({ zones }: Place) => (near !== null && zones.includes(near) ? 0 : 1)
  return places.toSorted((one, other) => distance(one) - distance(other))
}

function headOfList(
  request: Request,
  context: Route.LoaderArgs['context'],
  listed: boolean,
): ReturnType<typeof headOf> {
  const heading = translator(readerLanguage(request), 'pages')('classes.title')
  const description = translator(readerLanguage(request), 'found')('classes')
  const title = titleOf(context, heading)
  return headOf(context, { title, heading, description, path: '/classes', listed })
}

export default function Classes({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('pages.classes')
  const { asked, days, places, moreTo, firstTo } = loaderData
  const searching = useLate(useNavigation().location?.pathname === '/classes')
  return (
    <>
      <SiteHeader />
      <main id="main" className="page pb-12">
        <PageHeader title={t('title')} text={t('text')} />
        <ClassFilters asked={asked} days={days} places={places} />
        {loaderData.correctedTo !== null && (
          <output className="mt-6 block text-lg">
            {t.rich('corrected', {
              words: loaderData.correctedTo,
              b: (words) => <strong>{words}</strong>,
            })}
          </output>
        )}
        {asked.day !== null && <p className="mt-6 text-muted">{t('dayThere')}</p>}
        <div className="mt-3">
          {searching ? <CardSkeletons label={t('loading')} /> : <Cards loaderData={loaderData} />}
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

function Cards({ loaderData: { classes, isAll } }: Pick<Route.ComponentProps, 'loaderData'>) {
  const t = useTranslations('pages.classes')
  if (classes.length === 0) {
    return (
      <EmptyState
        title={t(isAll ? 'none' : 'noMatch')}
        action={!isAll && <LinkButton to="/classes">{t('clear')}</LinkButton>}
      />
    )
  }
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
      {classes.map((listed, nth) => (
        <ClassCard key={listed.id} listed={listed} early={nth < earlyPictures} />
      ))}
    </ul>
  )
}

export function ErrorBoundary() {
  const t = useTranslations('pages.classes')
  return (
    <>
      <SiteHeader />
      <main id="main" className="page py-12">
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
  return loaderData?.head ?? []
}
