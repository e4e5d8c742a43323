import { randomUUID } from 'node:crypto'
import { useTranslations } from 'use-intl'
import {
  MonthsFields,
  PaidUntilField,
  SubscriptionFields,
} from '#app/features/admin/billing-forms.tsx'
import { FactList } from '#app/features/admin/fact-list.tsx'
import { ReasonForm } from '#app/features/admin/reason-form.tsx'
import { FormKey } from '#app/features/forms/hidden-fields.tsx'
import { RequestList } from '#app/features/admin/request-list.tsx'
import { useFormats } from '#app/features/admin/use-formats.ts'
import { SubscriptionText } from '#app/features/admin/vendor-state.tsx'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { type Asked, formAction } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { adminOf, orNotFound, superAdmin } from '#app/http/managing.ts'
import { depsOf, pageLanguage } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { listGrants, listRequests } from '#core/admin/queries/revenue.ts'
import { findVendor } from '#core/admin/queries/vendors.ts'
import {
  endSchema,
  grantSchema,
  monthsSchema,
  paidUntilSchema,
  requestSchema,
  subscriptionSchema,
} from '#core/admin/schema.ts'
import { priceOfTerm } from '#core/plans/catalogue.ts'
import {
  declineRequest,
  endGrant,
  endSubscription,
  giveMonths,
  recordPaidUntil,
  setSubscription,
} from '#core/plans/commands/manage-billing.ts'
import { paidPlans, terms } from '#core/plans/rules.ts'
import { nextPaidUntil, planName } from '#core/admin/rules.ts'
import { fieldAmount, parseAmount } from '#core/shared/money.ts'
import { todayIn } from '#core/shared/time.ts'
import type { Route } from './+types/vendor-billing'

const choices = ['set', 'paid', 'months', 'end', 'endGrant', 'decline'] as const
type Choice = (typeof choices)[number]

export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  adminOf(context)
  const { db, settings } = depsOf(context)
  const vendor = orNotFound(await findVendor(db, params.vendorId))
  const [requests, grants] = await Promise.all([
    listRequests(db, { vendorId: vendor.id, limit: 1 }),
    listGrants(db, vendor.id),
  ])
  const { subscription } = vendor
  const asked = url.searchParams
  const plan =
    paidPlans.find((one) => one === asked.get('plan')) ?? subscription?.plan ?? paidPlans[0]
  const term = terms.find((one) => one === asked.get('term')) ?? subscription?.term ?? terms[0]
  const price = priceOfTerm(plan, term)
  const now = new Date()
  const today = todayIn(vendor.timeZone, now)
  const isGift = grants.some(({ startsAt, endsAt }) => startsAt <= now && endsAt > now)
  const until = nextPaidUntil(isGift ? null : (subscription?.paidUntil ?? null), { term, today })
  return {
    vendor,
    requests,
    grants,
    plansOn: settings.plans,
    currency: price.currency,
    /** the form that is open */
    open: choices.find((one) => one === asked.get('do')) ?? null,
    formKey: randomUUID(),
    about: asked.get('grant') ?? asked.get('request') ?? '',
    values: {
      plan,
      term,
      price: fieldAmount(price, pageLanguage(request, context)),
      paidUntil: until,
      months: '1',
    },
    now,
  }
}

const { field, problem } = refusalsIn('admin')

type Admin = ReturnType<typeof superAdmin>

/** Who does it to the vendor that the address names, and why. */
async function by({ admin, deps, id }: Asked<Admin, 'admin'>, reason: string) {
  const vendor = orNotFound(await findVendor(deps.db, id('vendorId')))
  return { vendorId: vendor.id, adminId: admin.userId, reason }
}

type Saved = { ok: true; isRepeated?: boolean }

const common = {
  allow: superAdmin,
  texts: 'admin',
  refusals: {
    no_subscription: problem('manage.noSubscriptionNow'),
    changed: problem('manage.changed'),
    cancelled: problem('manage.cancelledNow'),
    paid_until_past: field('paidUntil', 'manage.paidUntilPast', 422),
  },
  failures: ({ t }: Pick<Asked<Admin, 'admin'>, 't'>) => ({ failed: { title: t('failed') } }),
  done: ({ deps, id, t, result }: Asked<Admin, 'admin'> & { result: Saved }) =>
    redirectWithToast(deps, `/super-admin/vendors/${id('vendorId')}/billing`, {
      title: t(result.isRepeated ? 'manage.repeated' : 'manage.saved'),
    }),
} as const

const set = formAction({
  ...common,
  schema: ({ language, t }) =>
    subscriptionSchema.transform(({ price, ...form }, context) => {
      const { currency } = priceOfTerm(form.plan, form.term)
      const priceMinor = parseAmount(price, { currency, language })
      if (priceMinor !== null) return { ...form, priceMinor, currency }
      context.addIssue({ code: 'custom', path: ['price'], message: t('manage.priceWrong') })
      return { ...form, priceMinor: 0, currency }
    }),
  run: async (asked) => {
    const { reason, formKey, shown, ...wanted } = asked.form
    return setSubscription(asked.deps.db, { ...(await by(asked, reason)), formKey, shown }, wanted)
  },
})

const paid = formAction({
  ...common,
  schema: () => paidUntilSchema,
  run: async (asked) => {
    const { reason, shown, paidUntil } = asked.form
    return recordPaidUntil(asked.deps.db, { ...(await by(asked, reason)), shown }, paidUntil)
  },
})

const months = formAction({
  ...common,
  schema: () => monthsSchema,
  run: async (asked) => {
    const { reason, formKey, ...gift } = asked.form
    return giveMonths(asked.deps.db, { ...(await by(asked, reason)), formKey }, gift)
  },
})

const end = formAction({
  ...common,
  schema: () => endSchema,
  run: async (asked) => {
    const { reason, shown } = asked.form
    return endSubscription(asked.deps.db, { ...(await by(asked, reason)), shown })
  },
})

const endOne = formAction({
  ...common,
  schema: () => grantSchema,
  run: async (asked) =>
    endGrant(asked.deps.db, await by(asked, asked.form.reason), asked.form.grantId),
})

const decline = formAction({
  ...common,
  schema: () => requestSchema,
  run: async (asked) =>
    declineRequest(asked.deps.db, await by(asked, asked.form.reason), asked.form.requestId),
})

export const action = byIntent({ set, months, end, endGrant: endOne, decline }, paid)

export const clientAction = keepForm

export default function VendorBilling({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('admin')
  const { date, day, money } = useFormats()
  const { vendor, requests, grants, plansOn, open, now } = loaderData
  const { subscription } = vendor
  const own = `/super-admin/vendors/${vendor.id}/billing`
  const to = (choice: Choice, more = '') => `${own}?do=${choice}${more}#form`
  return (
    <>
      <SectionHeader
        title={t('manage.title', { business: vendor.business ?? vendor.ownerName })}
        back={{ to: `/super-admin/vendors/${vendor.id}`, label: t('manage.back') }}
      />
      <div className="grid gap-6">
        {!plansOn && <Banner tone="warn" title={t('manage.plansOff')} />}
        {requests.length > 0 && (
          <Card>
            <RequestList requests={requests} />
          </Card>
        )}
        <Card>
          <FactList
            facts={[
              { label: t('manage.now'), value: t(`plans.${planName(vendor, now)}`) },
              {
                label: t('manage.subscription'),
                value: subscription ? (
                  <SubscriptionText {...vendor} now={now} />
                ) : (
                  t('manage.noSubscription')
                ),
              },
              ...(subscription
                ? [
                    {
                      label: t('manage.price'),
                      value: money(subscription.priceMinor, subscription.currency),
                    },
                    { label: t('manage.paidUntil'), value: date(subscription.paidUntil) },
                  ]
                : []),
              ...(vendor.trialEndsAt > now
                ? [
                    {
                      label: t('plans.trial'),
                      value: t('vendors.trialThen', {
                        day: day(vendor.trialEndsAt),
                        plan: t(`plans.${subscription?.plan ?? 'free'}`),
                      }),
                    },
                  ]
                : []),
            ]}
          />
          {grants.length > 0 && (
            <>
              <h3 className="mt-6 text-lg">{t('manage.grants')}</h3>
              <ul className="grid divide-y divide-line">
                {grants.map(
                  ({ id, plan, months: count, reason, note, startsAt, endsAt, addedDays }) => (
                    <li
                      key={id}
                      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
                    >
                      <p className="min-w-0 wrap-anywhere">
                        {addedDays === null
                          ? t('manage.grantLine', {
                              plan: t(`plans.${plan}`),
                              months: count,
                              from: day(startsAt),
                              to: day(endsAt),
                            })
                          : t('manage.grantAdded', {
                              plan: t(`plans.${plan}`),
                              months: count,
                              day: day(endsAt),
                              days: addedDays,
                            })}
                        <span className="block text-sm text-muted">
                          {reason === 'referral' ? t('manage.byReferral') : note}
                        </span>
                      </p>
                      {addedDays === null && (
                        <LinkButton
                          to={to('endGrant', `&grant=${id}`)}
                          variant="secondary"
                          size="small"
                          aria-label={`${t('manage.do.endGrant')}: ${t(`plans.${plan}`)}`}
                        >
                          {t('manage.do.endGrant')}
                        </LinkButton>
                      )}
                    </li>
                  ),
                )}
              </ul>
            </>
          )}
          <div className="mt-6 flex flex-wrap gap-3">
            {subscription?.cancelAt === null && (
              <DoLink to={to('paid')}>{t('manage.do.paid')}</DoLink>
            )}
            <DoLink to={to('set')}>{t('manage.do.set')}</DoLink>
            <DoLink to={to('months')}>{t('manage.do.months')}</DoLink>
            {subscription && <DoLink to={to('end')}>{t('manage.do.end')}</DoLink>}
          </div>
        </Card>
        {open && <OpenForm page={loaderData} open={open} answer={actionData} back={own} />}
      </div>
    </>
  )
}

function DoLink({ to, children }: { to: string; children: string }) {
  return (
    <LinkButton to={to} variant="secondary" size="small">
      {children}
    </LinkButton>
  )
}

type OpenFormProps = {
  page: Route.ComponentProps['loaderData']
  open: Choice
  answer: Route.ComponentProps['actionData']
  back: string
}

const isDangerous = (open: Choice) => open === 'end' || open === 'endGrant'

/** One form at a time, at an address of its own. */
function OpenForm({ page, open, answer, back }: OpenFormProps) {
  const t = useTranslations('admin.manage')
  const { about, values, currency, formKey, vendor } = page
  const shown = vendor.subscription?.version ?? ''
  const idField = open === 'endGrant' ? 'grantId' : open === 'decline' ? 'requestId' : null
  return (
    <Card as="section" id="form" aria-labelledby="form-title">
      <CardHeader
        level={3}
        id="form-title"
        title={open === 'endGrant' ? t('grants') : t(`do.${open}`)}
        text={t(`${open}Text`)}
      />
      <ReasonForm
        key={open}
        answer={answer}
        sends={{ intent: open, shown, ...(idField && { [idField]: about }) }}
        reason={{ label: t('reason'), help: t('reasonHelp') }}
        labels={{
          plan: t('plan'),
          term: t('term'),
          price: t('price'),
          paidUntil: t('paidUntil'),
          months: t('months'),
        }}
        values={values}
        button={t(`do.${open}`)}
        isDangerous={isDangerous(open)}
        back={back}
      >
        {(form) =>
          open === 'set' ? (
            <>
              <FormKey fresh={formKey} answer={answer} />
              <SubscriptionFields form={form} currency={currency} />
            </>
          ) : open === 'paid' ? (
            <PaidUntilField form={form} />
          ) : open === 'months' ? (
            <>
              <FormKey fresh={formKey} answer={answer} />
              <MonthsFields form={form} />
            </>
          ) : null
        }
      </ReasonForm>
    </Card>
  )
}
