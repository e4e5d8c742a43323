import { data, Form, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { ShownSpots, shownSpotsIn } from '#app/features/vendor-bookings/shown-spots.tsx'
import { FactRow } from '#app/features/managed-booking/fact-row.tsx'
import { StatusBadge, statusWord } from '#app/features/booking/status-badge.tsx'
import { SessionTime, useMomentText } from '#app/features/sessions/session-time.tsx'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { SiteHeader } from '#app/features/site/site-header.tsx'
import { orNotFound } from '#app/http/managing.ts'
import { formAction, noFields } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { urlWith } from '#app/http/url-text.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Question } from '#app/ui/question.tsx'
import { confirmRequest, rejectRequest } from '#core/bookings/commands/answer-request.ts'
import { findRequestByLink } from '#core/bookings/queries/links.ts'
import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { asksVendor, firstExpiry, shownStatus } from '#core/bookings/rules/waiting.ts'
import { countReach } from '#core/classes/queries/reach.ts'
import { formatMoney } from '#core/shared/money.ts'
import type { Route } from './+types/request'
import { phoneText } from '#core/shared/phone-text.ts'

type Link = Pick<Route.LoaderArgs, 'context' | 'url'> & { params: { reference?: string } }

async function findPurchase({ params, context, url }: Link) {
  const token = url.searchParams.get('token') ?? ''
  return orNotFound(
    await findRequestByLink(depsOf(context), {
      reference: params.reference ?? '',
      token,
    }),
  )
}

export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const { db } = depsOf(context)
  const purchase = await findPurchase({ params, context, url })
  const details = orNotFound(await findPurchaseDetails(db, purchase.id))
  const kept = details.spots.filter(({ deletedAt }) => deletedAt === null)
  const t = translator(readerLanguage(request), 'booking')
  const { customerName, customerEmail, customerPhone, customerTelegramName } = details
  const shown = kept.map((spot) => ({ ...spot, status: shownStatus(spot, spot.now) }))
  const spots = shown.map((spot) => ({
    id: spot.id,
    sessionId: spot.sessionId,
    status: spot.status,
    waitsFor: spot.waitsFor,
    classTitle: spot.classTitle,
    startsAt: spot.startsAt,
    endsAt: spot.endsAt,
    zone: spot.timeZone,
  }))
  // The e-mail may lie in many mailboxes for years: it is needed until the request is answered.
  const waits = spots.some(asksVendor)
  const bookingIds = spots.filter(asksVendor).map(({ id }) => id)
  return {
    asked:
      waits && url.searchParams.get('ask') === 'reject'
        ? await countReach(db, { vendorId: details.vendorId, of: { bookingIds } })
        : null,
    /** the email’s Confirm button: the page then has no second one */
    isToConfirm: url.searchParams.get('ask') === 'confirm',
    askTo: urlWith(url, { ask: 'reject' }),
    keepTo: urlWith(url, { ask: null }),
    customerName,
    contacts: waits
      ? [
          customerEmail,
          customerPhone && phoneText(customerPhone),
          customerTelegramName && `${customerTelegramName} (Telegram)`,
        ].filter(Boolean)
      : [],
    spots,
    // A bundle holds the price of its dates.
    price: {
      minor: shown.filter(asksVendor).reduce((sum, spot) => sum + spot.priceMinor, 0),
      currency: details.spots[0]?.currency ?? 'EUR',
    },
    until: firstExpiry(shown),
    title: titleOf(context, t('request.title', { name: customerName, n: kept.length })),
  }
}

export const headers = privateHeaders

export const action = formAction({
  allow: async (link) => ({ purchase: await findPurchase(link) }),
  texts: 'booking',
  schema: () => noFields,
  run: async ({ deps: { db, settings }, purchase, text, typed }) => {
    const answerer = { purchaseId: purchase.id, shown: shownSpotsIn(typed) }
    if (text('intent') === 'reject') return rejectRequest(db, answerer)
    if (text('intent') === 'confirm') return confirmRequest(db, answerer, settings)
    throw data(null, { status: 400 })
  },
  refusals: {
    not_found: () => ({ more: { notWaiting: true } }),
    not_waiting: () => ({ more: { notWaiting: true } }),
  },
  failures: ({ t }) => ({ busy: { title: t('changeFailed.busy') } }),
  done: ({ deps, url, text, result: { answered: n }, t }) =>
    redirectWithToast(
      deps,
      urlWith(url, { ask: null }),
      text('intent') === 'confirm'
        ? { title: t('request.confirmed'), text: t('request.confirmedText', { n }), status: 303 }
        : { title: t('request.rejected'), text: t('request.rejectedText', { n }), status: 303 },
    ),
})

export const clientAction = keepForm

export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate
}

export default function RequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('booking.request')
  const b = useTranslations('booking')
  const form = useForm(actionData)
  const momentOf = useMomentText()
  const { spots, price, until, customerName, contacts, asked, isToConfirm, askTo, keepTo } =
    loaderData
  const language = useLocale()
  const waiting = spots.filter(asksVendor)
  const expired = spots.filter(({ status }) => status === 'expired').length
  const about = waiting.length > 0 ? waiting : spots
  const [first] = about
  const sessions = [...new Map(about.map((spot) => [spot.sessionId, spot])).values()]
  return (
    <>
      <SiteHeader />
      <main id="main" className="page-narrow grid content-start gap-6 py-8">
        <h1 className="text-2xl">
          {waiting.length > 0
            ? t('title', { name: customerName, n: waiting.length })
            : t('answered')}
        </h1>
        <FormSummary form={form} />
        {actionData?.more && <Banner tone="warn" title={t('notWaiting')} />}
        {waiting.length === 0 && expired > 0 && (
          <Banner tone="warn" title={t('expiredText', { n: expired })} />
        )}
        <Card>
          <dl className="grid gap-4">
            <FactRow name={t('customer')}>
              <bdi>{customerName}</bdi>
            </FactRow>
            {contacts.length > 0 && <FactRow name={t('contact')}>{contacts.join(' · ')}</FactRow>}
            {first && (
              <>
                <FactRow name={t('class')}>{first.classTitle}</FactRow>
                <FactRow name={t(waiting.length > 0 ? 'when' : 'state')}>
                  <ul className="grid gap-1">
                    {sessions.map(({ sessionId, startsAt, endsAt, zone }) => (
                      <li key={sessionId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                        <SessionTime {...{ startsAt, endsAt, zone }} day zoneBeside />
                        {waiting.length === 0 &&
                          spots
                            .filter((spot) => spot.sessionId === sessionId)
                            .map((spot) => (
                              <StatusBadge
                                key={spot.id}
                                status={spot.status}
                                label={b(`status.${statusWord(spot)}`)}
                              />
                            ))}
                      </li>
                    ))}
                  </ul>
                </FactRow>
                {price.minor > 0 && (
                  <FactRow name={t('price')}>{formatMoney(price, language)}</FactRow>
                )}
                {waiting.length > 0 && until && (
                  <FactRow name={t('until')}>
                    <span suppressHydrationWarning>{momentOf(until, first.zone)}</span>
                  </FactRow>
                )}
              </>
            )}
          </dl>
        </Card>
        {waiting.length > 0 ? (
          <Answer {...{ waiting, asked, isToConfirm, askTo, keepTo }} name={customerName} />
        ) : (
          <p>
            <LinkButton to="/dashboard/bookings" variant="secondary">
              {t('dashboard')}
            </LinkButton>
          </p>
        )}
      </main>
      <SiteFooter />
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']
type AnswerProps = Pick<Loaded, 'asked' | 'isToConfirm' | 'askTo' | 'keepTo'> & {
  waiting: Loaded['spots']
  name: string
}

/** Confirms at once; before it rejects, it asks. */
function Answer({ waiting, name, asked, isToConfirm, askTo, keepTo }: AnswerProps) {
  const t = useTranslations('booking.request')
  const pressed = useNavigation().formData?.get('intent')
  const shown = <ShownSpots spots={waiting.map((spot) => ({ ...spot, isHeld: true }))} />
  if (asked) {
    const { told, toldSpots: spots, unreached } = asked
    const text = [
      t('ask.text', { n: waiting.length }),
      told > 0 && t('ask.told', { told, spots }),
      unreached > 0 && t('ask.unreached', { unreached }),
    ]
    return (
      <Question
        level={2}
        title={t('ask.title', { name })}
        text={text.filter(Boolean).join(' ')}
        agree={{ label: t('ask.button'), name: 'intent', value: 'reject' }}
        back={{ to: keepTo, label: t('ask.keep') }}
        size="large"
      >
        {shown}
      </Question>
    )
  }
  return (
    <Form method="post" noValidate className="grid gap-4">
      <p className="text-muted">{t('hint')}</p>
      {shown}
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="confirm" size="large" pending={pressed === 'confirm'}>
          {t('confirm')}
        </Button>
        {!isToConfirm && (
          <LinkButton to={askTo} size="large" variant="secondary">
            {t('reject')}
          </LinkButton>
        )}
      </div>
    </Form>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return unlisted(loaderData?.title)
}
