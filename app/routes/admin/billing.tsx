import { Form, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '#app/features/admin/use-formats.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { adminOf, notFound, superAdmin } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { remindToPay } from '#core/admin/commands/remind-to-pay.ts'
import { findVendor } from '#core/admin/queries/vendors.ts'
import {
  findRevenue,
  listPaymentIssues,
  listRevenue,
  type PaymentIssue,
  type RevenueLine,
} from '#core/admin/queries/revenue.ts'
import { reminderSchema } from '#core/admin/schema.ts'
import { planCatalogue, yearlyPrice } from '#core/plans/catalogue.ts'
import type { Route } from './+types/billing'

export async function loader({ context }: Route.LoaderArgs) {
  adminOf(context)
  const { db } = depsOf(context)
  const [lines, total, { issues, count }] = await Promise.all([
    listRevenue(db),
    findRevenue(db, null),
    listPaymentIssues(db),
  ])
  return { lines, total, issues, count, now: new Date() }
}

const { problem } = refusalsIn('admin')

export const action = formAction({
  allow: superAdmin,
  texts: 'admin',
  schema: () => reminderSchema,
  run: async ({ deps, admin, form: { vendorId, subscriptionId } }) => {
    const vendor = await findVendor(deps.db, vendorId)
    if (!vendor) throw notFound()
    const by = { vendorId: vendor.id, subscriptionId, adminId: admin.userId }
    return remindToPay(deps.db, by)
  },
  refusals: {
    not_due: problem('billing.notDue'),
    reminded: problem('billing.remindedToday'),
  },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t }) =>
    redirectWithToast(deps, '/super-admin/billing', {
      title: t('billing.reminded'),
      text: t('billing.remindedText'),
    }),
})

export const clientAction = keepForm

export default function Billing({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('admin')
  const form = useForm(actionData)
  const { lines, total, issues, count } = loaderData
  return (
    <>
      <SectionHeader title={t('billing.title')} />
      <div className="grid gap-6">
        <FormSummary form={form} />
        <Card as="section" aria-labelledby="issues">
          <CardHeader
            level={3}
            id="issues"
            title={t('billing.issues')}
            text={issues.length === 0 ? t('billing.noIssues') : t('billing.issuesText')}
          />
          <ul className="grid divide-y divide-line">
            {issues.map((issue) => (
              <Issue key={issue.subscriptionId} issue={issue} busy={form.busy} />
            ))}
          </ul>
          {count > issues.length && (
            <p className="pt-3 text-muted">
              {t('billing.moreIssues', { shown: issues.length, count })}
            </p>
          )}
        </Card>
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Pricing />
          <Breakdown lines={lines} total={total} />
        </div>
      </div>
    </>
  )
}

function Issue({ issue, busy }: { issue: PaymentIssue; busy: boolean }) {
  const t = useTranslations('admin')
  const { date, day, money } = useFormats()
  const { vendorId, subscriptionId, business, email, plan, term, paidUntil, remindedAt } = issue
  const offer = t('offer', { plan: t(`plans.${plan}`), term: t(`terms.${term}`) })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={`/super-admin/vendors/${vendorId}/billing`}
            className="font-medium wrap-anywhere underline underline-offset-4"
          >
            <bdi>{business}</bdi>
          </Link>
          <Badge tone="bad">{t('vendors.pastDue')}</Badge>
        </p>
        <p className="text-muted wrap-anywhere">
          {email} · {offer} · {money(issue.priceMinor, issue.currency)}
        </p>
        <p className="text-sm text-muted">
          {t('vendors.paidUntil', { day: date(paidUntil) })} ·{' '}
          {t('billing.late', { days: issue.daysLate })}
          {remindedAt !== null && ` · ${t('billing.remindedOn', { day: day(remindedAt) })}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Form method="post">
          <input type="hidden" name="vendorId" value={vendorId} />
          <input type="hidden" name="subscriptionId" value={subscriptionId} />
          <Button variant="secondary" size="small" pending={busy}>
            {t('billing.remind')}
          </Button>
        </Form>
        <LinkButton
          variant="secondary"
          size="small"
          to={`/super-admin/vendors/${vendorId}/billing?do=paid`}
        >
          {t('manage.do.paid')}
        </LinkButton>
      </div>
    </li>
  )
}

/** The plans as the catalogue has them. */
function Pricing() {
  const t = useTranslations('admin')
  const { money } = useFormats()
  return (
    <Card as="section" aria-labelledby="pricing">
      <CardHeader
        level={3}
        id="pricing"
        title={t('billing.pricing')}
        text={t('billing.pricingText')}
      />
      <ul className="grid divide-y divide-line">
        {planCatalogue.map((offer) => {
          const yearly = yearlyPrice(offer)
          const { minor, currency } = offer.monthly
          return (
            <li key={offer.id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
              <span className="font-medium">{t(`plans.${offer.id}`)}</span>
              <span className="grid tabular-nums sm:text-end">
                {yearly === null ? (
                  t('billing.free')
                ) : (
                  <>
                    {t('perMonth', { amount: money(minor, currency) })}
                    <span className="text-sm text-muted">
                      {t('perYear', { amount: money(yearly.year.minor, yearly.year.currency) })},{' '}
                      {t('billing.saving', { percent: yearly.savingPercent })}
                    </span>
                  </>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

type BreakdownProps = Pick<Route.ComponentProps['loaderData'], 'lines' | 'total'>

function Breakdown({ lines, total }: BreakdownProps) {
  const t = useTranslations('admin')
  const { money, sums } = useFormats()
  const columns: Column<RevenueLine>[] = [
    {
      key: 'plan',
      header: t('billing.plan'),
      lead: true,
      cell: ({ plan, term }) => t('offer', { plan: t(`plans.${plan}`), term: t(`terms.${term}`) }),
    },
    {
      key: 'count',
      header: t('billing.count'),
      numeric: true,
      cell: ({ subscriptions }) => subscriptions,
    },
    {
      key: 'revenue',
      header: t('billing.revenue'),
      numeric: true,
      cell: ({ minor, currency }) => money(minor, currency),
    },
  ]
  return (
    <Card as="section" aria-labelledby="breakdown">
      <CardHeader
        level={3}
        id="breakdown"
        title={t('billing.breakdown')}
        text={lines.length === 0 ? t('billing.noRevenue') : t('billing.breakdownText')}
      />
      {lines.length > 0 && (
        <>
          <DataTable
            caption={t('billing.breakdown')}
            columns={columns}
            rows={lines}
            rowKey={({ plan, term, currency }) => `${plan} ${term} ${currency}`}
          />
          <p className="flex justify-between gap-4 pt-3 font-semibold">
            {t('billing.total')} <span className="tabular-nums">{sums(total)}</span>
          </p>
        </>
      )}
    </Card>
  )
}
