import { withUntold } from '#app/features/overview/unreached.server.ts'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { AskPanel } from '#app/features/vendor-bookings/ask-panel.tsx'
import {
  bundleStepOf,
  insideWorkspace,
  intentOf,
  runBookingAction,
  runBundleAction,
} from '#app/features/vendor-bookings/booking-actions.server.ts'
import { questionIn } from '#app/features/vendor-bookings/question.server.ts'
import { filtersIn } from '#app/features/vendor-bookings/filters.server.ts'
import { paidBy } from '#app/features/vendor-bookings/paid-by.tsx'
import { BookingFilters } from '#app/features/vendor-bookings/booking-filters.tsx'
import { ChosenBar } from '#app/features/vendor-bookings/chosen-bar.tsx'
import { shownSpotsIn } from '#app/features/vendor-bookings/shown-spots.tsx'
import { BookingList } from '#app/features/vendor-bookings/session-bookings.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction, noFields } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, memberOf, notFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TabLinks } from '#app/ui/tab-links.tsx'
import { countRequested, withUnpaidOnly } from '#core/bookings/queries/own-bookings.ts'
import { listWholeSessions } from '#core/bookings/queries/whole-sessions.ts'
import { type BookingsShown, bookingsShown } from '#core/bookings/rules/list.ts'
import { listOwnClasses } from '#core/classes/queries/own-classes.ts'
import { isId } from '#core/shared/ids.ts'
import { phoneText } from '#core/shared/phone-text.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/bookings'

const perPage = 25
const filterNames = ['when', 'sort', 'status', 'payment', 'class', 'from', 'to', 'q'] as const

export async function loader({ context, url }: Route.LoaderArgs) {
  const { vendor } = memberOf(context)
  const { db, searches } = depsOf(context)
  const asked = url.searchParams
  const { filters, when } = filtersIn(asked)
  const cursor = asked.get('cursor')
  const [bookings, classes, question] = await Promise.all([
    // A search may be slow, so it must not take the connections that bookings need.
    listWholeSessions(filters.search === '' ? db : searches, vendor.id, {
      ...filters,
      seesContacts: mayManage(vendor.role),
      when,
      cursor,
      limit: perPage,
    }),
    listOwnClasses(db, vendor.id),
    mayManage(vendor.role) ? questionIn(depsOf(context), { asked, vendorId: vendor.id }) : null,
  ])
  const sessionIds = bookings.sessions.flatMap(([first]) => first?.sessionId ?? [])
  return {
    filters,
    when,
    question,
    cursor,
    ...bookings,
    requested: await countRequested(db, { vendorId: vendor.id, sessionIds }),
    sessions: bookings.sessions.map((spots) =>
      spots.map((spot) => ({
        ...(mayManage(vendor.role) ? spot : withUnpaidOnly(spot)),
        phoneText: spot.customerPhone && phoneText(spot.customerPhone),
      })),
    ),
    classes: classes.map(({ id, title }) => ({ id, title })),
    manages: mayManage(vendor.role),
    zone: vendor.timeZone,
  }
}

export const action = formAction({
  allow: manager,
  texts: 'vendorBookings',
  schema: () => noFields,
  run: ({ deps, member, typed, text, version, language }) => {
    const pressed = paidBy(text('intent'))
    const { method } = pressed
    const step = bundleStepOf(pressed.intent)
    const bundle = { passId: text('passId'), version }
    if (step !== null) return runBundleAction(deps, member, { step, bundle, method }, language)
    const intent = intentOf(pressed.intent)
    const [first, ...more] = shownSpotsIn(typed).filter(({ bookingId }) => isId(bookingId))
    if (intent === null || first === undefined) throw notFound()
    return runBookingAction(deps, member, { intent, shown: [first, ...more], method }, language)
  },
  refusals: {},
  failures: ({ t, language }) => ({
    failed: { title: t('list.problem.failed') },
    busy: { title: translator(language, 'workspace')('problems.busy') },
  }),
  done: ({ deps, text, typed, result: { toast, unreached = 0 } }) => {
    const bookingIds = (typed['bookingId'] ?? []).filter(isId).join(',')
    const to = insideWorkspace(text('returnTo'), deps.origin)
    return redirectWithToast(deps, withUntold(to, { unreached }, `bookings:${bookingIds}`), toast)
  },
})

export const clientAction = keepForm

export default function Bookings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('vendorBookings.list')
  const add = useTranslations('vendorBookings.add')
  const block = useTranslations('vendorBookings.block')
  const exported = useTranslations('vendorBookings.export')
  const order = useTranslations('vendorBookings.order')
  const form = useForm(actionData)
  const { filters, when, question, cursor, sessions, waiting, nextCursor, classes } = loaderData
  const { manages, zone, requested } = loaderData
  const { when: _when, sort, ...sought } = filters
  const active = addressOf(sought) !== '/dashboard/bookings'
  const isTextOnly =
    filters.search !== '' && addressOf({ ...sought, search: '' }) === '/dashboard/bookings'
  const start = addressOf(filters)
  const here = addressOf(filters, cursor)
  const asked = sessions.flat().find(({ id }) => id === question?.spots[0]?.id)
  const returnTo = asked ? `${here}#session-${asked.sessionId}` : here
  const panel = question && <AskPanel asked={question} list={returnTo} level={asked ? 4 : 3} />
  return (
    <>
      <SectionHeader
        title={t('title')}
        actions={
          manages && (
            <LinkButton to={`/dashboard/bookings/new?returnTo=${encodeURIComponent(here)}`}>
              {add('open')}
            </LinkButton>
          )
        }
      />
      <FormSummary form={form} className="mb-6" />
      {!asked && panel}
      <TabLinks
        label={t('when')}
        tabs={bookingsShown.map((name) => ({
          to: addressOf({ ...filters, when: name }),
          label: t(`shown.${name}`),
          current: name === when,
        }))}
      />
      <BookingFilters values={filters} {...{ classes, active, manages }} />
      {sessions.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 pb-2 text-sm text-muted">
          {order(`is.${sort}`)}
          <Link
            to={addressOf({ ...filters, sort: sort === 'booked' ? 'session' : 'booked' })}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {order(`not.${sort}`)}
          </Link>
        </p>
      )}
      {sessions.length > 0 ? (
        <BookingList
          heads={sort === 'session'}
          {...{ sessions, waiting, requested, manages, zone, here }}
          folds={when === 'upcoming' && !active && sort === 'session'}
          question={asked ? { spotId: asked.id, panel } : null}
          nobody={<NoBookings when={when} active={false} sought={null} />}
        />
      ) : (
        <NoBookings when={when} active={active} sought={isTextOnly ? filters.search : null} />
      )}
      {manages && sessions.length > 0 && <ChosenBar here={here} />}
      <Pagination
        label={t('pages')}
        previous={cursor === null ? undefined : { to: start, label: t('first') }}
        next={
          nextCursor === null ? undefined : { to: addressOf(filters, nextCursor), label: t('next') }
        }
      />
      {manages && (
        <p className="flex flex-wrap gap-x-6 pb-8">
          {sessions.length > 0 && (
            <a
              href={start.replace('/dashboard/bookings', '/dashboard/bookings/export')}
              download
              className="inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4"
            >
              {exported('link')}
            </a>
          )}
          <Link
            to="/dashboard/bookings/blocked"
            className="inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4"
          >
            {block('list')}
          </Link>
        </p>
      )}
    </>
  )
}

/** `sought`: the text, if nothing else was asked for */
type NoBookingsProps = { when: BookingsShown; active: boolean; sought: string | null }

function NoBookings({ when, active, sought }: NoBookingsProps) {
  const t = useTranslations('vendorBookings.list')
  const o = useTranslations('overview.share')
  if (sought !== null) return <EmptyState level={3} title={t('nobody', { text: sought })} />
  if (active) return <EmptyState level={3} title={t('noMatch')} text={t('noMatchText')} />
  const share = <LinkButton to="/dashboard/share">{o('menu')}</LinkButton>
  if (when === 'all')
    return <EmptyState level={3} title={t('empty')} text={t('emptyText')} action={share} />
  return (
    <EmptyState
      level={3}
      title={t(`none.${when}`)}
      text={t(`none.${when}Text`)}
      action={when === 'upcoming' && share}
    />
  )
}

type Filters = Route.ComponentProps['loaderData']['filters']

/** The URL of the list with these filters: '/dashboard/bookings?status=pending&q=Anna'. */
function addressOf(
  {
    when,
    sort,
    status,
    payment,
    classId,
    from,
    to,
    search,
  }: Omit<Filters, 'when' | 'sort'> & Partial<Filters>,
  cursor: string | null = null,
): string {
  // By session is the usual order.
  const values = {
    when,
    sort: sort === 'booked' && sort,
    status,
    payment,
    class: classId,
    from,
    to,
    q: search,
  }
  const query = new URLSearchParams()
  for (const name of filterNames) if (values[name]) query.set(name, values[name])
  if (cursor !== null) query.set('cursor', cursor)
  return `/dashboard/bookings${query.size > 0 ? `?${query.toString()}` : ''}`
}
