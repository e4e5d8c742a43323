import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useTranslations } from 'use-intl'
import { cancelByCustomer } from '#core/bookings/commands/cancel-bookings.ts'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { findGroupByLink, findPurchaseDetails } from '#core/bookings/queries.ts'
import { listUpcomingSessions } from '#core/classes/queries.ts'
import { isId } from '#core/shared/ids.ts'
import type { Route } from './+types/booking'
import { CancelForm } from '../../components/booking/cancel-form.tsx'
import { type ChangeRefusal, spotsOf } from '../../components/booking/managed.ts'
import { ManagedSessionCard } from '../../components/booking/managed-session-card.tsx'
import { MoveForm } from '../../components/booking/move-form.tsx'
import { SiteFooter } from '../../components/page/site-footer.tsx'
import { TrainerBar } from '../../components/trainer/trainer-bar.tsx'
import { LinkButton } from '../../components/ui/button.tsx'
import { managedPurchase } from '../../managed-booking.ts'
import { orNotFound } from '../../managing.ts'
import { orNetworkProblem } from '../../network.ts'
import { type Notice, noticeCookie } from '../../notices.ts'
import { privateHeaders } from '../../private-page.ts'
import { depsOf, formOf, readerLanguage } from '../../request.ts'
import { titleOf, unlisted } from '../../titles.ts'
import { translator } from '../../translate.ts'
import { urlWith } from '../../url-text.ts'

type Link = Pick<Route.LoaderArgs, 'params' | 'context' | 'url'>

async function groupOf({ params, context, url }: Link) {
  const token = url.searchParams.get('token') ?? ''
  const group = await findGroupByLink(depsOf(context), 'manage', {
    reference: params.reference,
    token,
  })
  return orNotFound(group)
}

export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const { db, origin } = depsOf(context)
  const group = await groupOf({ params, context, url })
  const details = orNotFound(await findPurchaseDetails(db, group.id))
  const to = urlWith(url, { do: null })
  const purchase = managedPurchase(details, new URL(to, origin))
  const now = details.spots[0]?.now ?? new Date()
  const asked = url.searchParams.get('do')
  const classId = purchase.sessions.find(({ spots }) =>
    spots.some(({ cancelling }) => cancelling === 'free'),
  )?.classId
  const coming =
    asked === 'move' && classId
      ? await listUpcomingSessions(
          db,
          { classId },
          { from: null, to: null, cursor: null, limit: 30 },
        )
      : null
  const own = purchase.sessions.map(({ id }) => id)
  return {
    purchase,
    now,
    doing:
      asked === 'move' && coming
        ? ('move' as const)
        : asked === 'cancel'
          ? ('cancel' as const)
          : null,
    others: (coming?.items ?? []).filter(({ id }) => own.length > 1 || !own.includes(id)),
    to,
    moveTo: urlWith(url, { do: 'move' }),
    cancelTo: urlWith(url, { do: 'cancel' }),
    title: titleOf(context, translator(readerLanguage(request), 'booking')('manage.title')),
  }
}

export const headers = privateHeaders

export async function action({ params, request, context, url }: Route.ActionArgs) {
  const { db } = depsOf(context)
  const group = await groupOf({ params, context, url })
  const form = await formOf(request)
  const spots = form.getAll('spot').filter(isId)
  if (spots.length === 0) return refusal('choose_one', 400)
  const t = translator(readerLanguage(request), 'booking')
  const back = (notice: Notice) =>
    redirect(urlWith(url, { do: null }), {
      status: 303,
      headers: { 'set-cookie': noticeCookie(notice) },
    })

  if (form.get('intent') === 'move') {
    const sessionId = form.get('sessionId')
    if (!isId(sessionId)) return refusal('choose_time', 400)
    const moved = await moveByCustomer(db, group.id, spots, sessionId)
    if (!moved.ok) return refusal(moved.reason === 'too_late' ? 'too_late_move' : moved.reason)
    if (moved.moved === 0) return back({ tone: 'neutral', title: t('move.same') })
    return back({ tone: 'good', title: t('move.done'), text: t('move.doneText') })
  }
  if (form.get('intent') !== 'cancel') return refusal('not_found', 400)
  const cancelled = await cancelByCustomer(db, group.id, spots)
  if (!cancelled.ok) return refusal(cancelled.reason)
  const n = cancelled.cancelled
  if (n === 0) return back({ tone: 'neutral', title: t('cancel.done'), text: t('cancel.nothing') })
  const text = t(cancelled.late > 0 ? 'cancel.doneLate' : 'cancel.doneText', { n })
  return back({ tone: 'good', title: t('cancel.done'), text })
}

function refusal(refused: ChangeRefusal, status = refused === 'busy' ? 503 : 409) {
  return data({ refused }, { status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

/** What refused a change is seen at once: a session that filled up, a spot that was cancelled. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate
}

export default function BookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('booking')
  const { purchase, doing } = loaderData
  const spots = spotsOf(purchase)
  const open = spots.some(({ cancelling }) => cancelling !== 'no')
  const movable = spots.some(({ cancelling }) => cancelling === 'free')
  const held = spots.some(({ status }) => status === 'pending' || status === 'confirmed')
  const [first] = purchase.sessions
  const waiting = spots.some(({ status }) => status === 'pending')
  const coming = held && purchase.sessions.some(({ over }) => !over)
  const title = !coming ? 'title' : waiting ? 'waiting' : 'booked'
  return (
    <>
      <TrainerBar
        username={purchase.username}
        name={purchase.business}
        avatarUrl={purchase.avatarUrl}
      />
      <main className="page-narrow grid gap-6 py-8">
        <header className="grid gap-1">
          <h1 className="text-2xl">
            {doing ? t(`${doing}.title`) : t(`manage.${title}`, { name: purchase.business })}
          </h1>
          <p className="text-muted">
            {t('manage.reference')}{' '}
            <span className="tabular font-medium text-ink">{purchase.reference}</span>
            {' · '}
            {t('manage.name')} <bdi className="font-medium text-ink">{purchase.customerName}</bdi>
          </p>
        </header>
        {purchase.sessions.length === 0 && <p>{t('manage.nothingLeft')}</p>}
        {doing === 'cancel' && (
          <CancelForm purchase={purchase} backTo={loaderData.to} answer={actionData} />
        )}
        {doing === 'move' && (
          <MoveForm
            purchase={purchase}
            sessions={loaderData.others}
            now={loaderData.now}
            backTo={loaderData.to}
            answer={actionData}
          />
        )}
        {purchase.sessions.map((session) => (
          <ManagedSessionCard key={session.id} session={session} business={purchase.business} />
        ))}
        {!doing && open && (
          <div className="flex flex-wrap gap-3">
            {movable && (
              <LinkButton to={loaderData.moveTo} variant="secondary">
                {t('manage.move')}
              </LinkButton>
            )}
            <LinkButton to={loaderData.cancelTo} variant="secondary">
              {t('manage.cancel')}
            </LinkButton>
          </div>
        )}
        {!open && held && <p>{t('manage.begun')}</p>}
        {!held && first?.classOpen && (
          <p>
            <LinkButton to={`/book/class/${first.classId}`}>{t('manage.again')}</LinkButton>
          </p>
        )}
        {!held && !first?.classOpen && purchase.username && (
          <p>
            <LinkButton to={`/${purchase.username}`}>
              {t('manage.others', { name: purchase.business })}
            </LinkButton>
          </p>
        )}
        <p className="text-sm text-muted">{t('manage.keepLink')}</p>
      </main>
      <SiteFooter />
    </>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return unlisted(loaderData?.title)
}
