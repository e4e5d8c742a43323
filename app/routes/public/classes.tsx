import { data, Link, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { ClassFilters } from '#app/features/classes/class-filters.tsx'
import { ClassRow } from '#app/features/classes/class-row.tsx'
import { RowSkeletons } from '#app/features/classes/row-skeletons.tsx'
import { useLate } from '#app/features/classes/use-late.ts'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { SiteHeader } from '#app/features/site/site-header.tsx'
import { cookieLine } from '#app/http/cookies.ts'
import { cookieOf, depsOf, readerLanguage, readerZone, zonesOfLanguage } from '#app/http/request.ts'
import { urlText, urlWith } from '#app/http/url-text.ts'
import { currentZone } from '#app/locale/zone-names.ts'
import { translator } from '#app/locale/translate.ts'
import { headOf } from '#app/seo/head.ts'
import { titleOf } from '#app/seo/titles.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorState } from '#app/ui/error-state.tsx'
import { useKeptZone } from '#app/ui/use-browser.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { listPlaces, type Place } from '#core/classes/queries/places.ts'
import { searchClasses } from '#core/classes/queries/search.ts'
import {
  categoryAsked,
  type ClassSearch,
  dayAsked,
  daysToAsk,
  firstPlace,
} from '#core/classes/rules.ts'
import { listBundleOffers } from '#core/passes/queries.ts'
import { listPicturesOfClasses } from '#core/pictures/queries.ts'
import { accentOf } from '#core/shared/accent.ts'
import { listShopfronts } from '#core/vendors/queries.ts'
import type { Route } from './+types/classes'

const classesShown = 12
const bundlesShown = 2
/** On the first screen of a wide window. */
const earlyPictures = 5

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const cursor = url.searchParams.get('after')
  const places = await listPlaces(deps)
  // A page in the middle of a list goes on as the first one began.
  const near = cursor === null ? zonesOf(request, places) : urlText(url, 'near').split(',')
  const chosen = url.searchParams.has('place') ? urlText(url, 'place') : null
  const start =
    cursor === null ? firstPlace(places, { chosen: cookieOf(request, 'place'), zones: near }) : ''
  const place = chosen ?? start
  const asked: ClassSearch = {
    text: urlText(url, 'q'),
    category: categoryAsked(urlText(url, 'category')),
    day: dayAsked(urlText(url, 'day')),
    place,
  }
  const found = await searchClasses(deps.searches, {
    ...asked,
    near,
    cursor,
    limit: classesShown,
  })
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
  const linked = chosen ?? (start || null)
  const isFiltered = asked.text !== '' || asked.category !== null || asked.day !== null
  const page = {
    asked,
    isAll: !isFiltered && place === '',
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
      to: urlWith(url, { day: day === null ? null : String(day), place: linked, ...first }),
    })),
    places: nearFirst(places, near).map(({ name }) => name),
    moreTo:
      found.nextCursor &&
      urlWith(url, { after: found.nextCursor, near: near.join(',') || null, place: linked }),
    firstTo: cursor === null ? null : urlWith(url, first),
    head: headOfList(request, context, !isFiltered && chosen === null && cursor === null),
  }
  return chosen === null || chosen === start || cursor !== null
    ? page
    : data(page, { headers: { 'set-cookie': await cookieLine('place', chosen, deps.origin) } })
}

const first = { after: null, near: null }

/** Those of the places that may be the visitor's: by the clock, on a first visit by the language. */
function zonesOf(request: Request, places: readonly Place[]): string[] {
  const zone = readerZone(request)
  const own = zone === null ? zonesOfLanguage(request) : [currentZone(zone)]
  const known = new Set(places.flatMap(({ zones }) => zones))
  return own.filter((one) => known.has(one))
}

function nearFirst(places: readonly Place[], near: readonly string[]): readonly Place[] {
  const distance = ({ zones }: Place) => (zones.some((zone) => near.includes(zone)) ? 0 : 1)
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
  useKeptZone(places.length > 1)
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
          {searching ? <RowSkeletons label={t('loading')} /> : <Rows loaderData={loaderData} />}
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

function Rows({ loaderData: { classes, isAll, asked } }: Pick<Route.ComponentProps, 'loaderData'>) {
  const t = useTranslations('pages.classes')
  if (classes.length === 0) {
    return (
      <EmptyState
        title={t(isAll ? 'none' : 'noMatch')}
        action={!isAll && <LinkButton to={everywhere}>{t('clear')}</LinkButton>}
      />
    )
  }
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {classes.map((listed, nth) => (
          <ClassRow key={listed.id} listed={listed} early={nth < earlyPictures} />
        ))}
      </ul>
      {asked.place && (
        <Link
          to={everywhere}
          className="mt-2 inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {t('anyPlace')}
        </Link>
      )}
    </>
  )
}

const everywhere = '/classes?place='

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
