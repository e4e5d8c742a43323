import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { ActivityList } from '#app/features/admin/activity-list.tsx'
import { FactList } from '#app/features/admin/fact-list.tsx'
import { ReasonForm } from '#app/features/admin/reason-form.tsx'
import { useFormats } from '#app/features/admin/use-formats.ts'
import { StateBadge, SubscriptionText } from '#app/features/admin/vendor-state.tsx'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { adminOf, orNotFound, superAdmin } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { grantBadge, takeBadge } from '#core/admin/commands/change-badge.ts'
import { listActivity } from '#core/admin/queries/activity.ts'
import { findVendor, type VendorShown } from '#core/admin/queries/vendors.ts'
import { badges } from '#core/admin/rules.ts'
import { badgeSchema } from '#core/admin/schema.ts'
import type { Route } from './+types/vendor'

const entriesShown = 20

export async function loader({ params, context, url }: Route.LoaderArgs) {
  adminOf(context)
  const { searches } = depsOf(context)
  const vendor = orNotFound(await findVendor(searches, params.vendorId))
  const { entries } = await listActivity(searches, {
    vendorId: vendor.id,
    before: null,
    limit: entriesShown,
  })
  const asked = badges.find((one) => one === url.searchParams.get('badge')) ?? null
  return { vendor, entries, asked, now: new Date() }
}

const { problem } = refusalsIn('admin')

const changeBadge = (change: typeof grantBadge, done: 'badgeGranted' | 'badgeTaken') =>
  formAction({
    allow: superAdmin,
    texts: 'admin',
    schema: () => badgeSchema,
    run: ({ deps, admin, id, form }) =>
      change(deps.db, { vendorId: id('vendorId'), adminId: admin.userId, ...form }),
    refusals: { unchanged: problem('details.badgeUnchanged') },
    failures: ({ t }) => ({ failed: { title: t('failed') } }),
    done: ({ deps, id, t }) =>
      redirectWithToast(deps, `/super-admin/vendors/${id('vendorId')}`, {
        title: t(`details.${done}`),
      }),
  })

export const action = byIntent(
  { take: changeBadge(takeBadge, 'badgeTaken') },
  changeBadge(grantBadge, 'badgeGranted'),
)

export const clientAction = keepForm

export default function Vendor({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('admin')
  const { moment } = useFormats()
  const { vendor, entries, asked, now } = loaderData
  const own = `/super-admin/vendors/${vendor.id}`
  const name = vendor.business ?? vendor.ownerName
  const none = t('none')
  return (
    <>
      <SectionHeader
        title={name}
        back={{ to: '/super-admin/vendors', label: t('details.back') }}
        actions={
          <>
            <LinkButton to={`${own}/billing`} variant="secondary" size="small">
              {t('vendors.billing')}
            </LinkButton>
            <LinkButton
              to={vendor.state === 'pending' ? `${own}/suspend?do=suspend` : `${own}/suspend`}
              variant="secondary"
              size="small"
            >
              {vendor.state === 'suspended' ? t('vendors.activate') : t('vendors.suspend')}
            </LinkButton>
          </>
        }
      />
      <div className="grid gap-6">
        <Standing vendor={vendor} />
        <Card>
          <FactList
            facts={[
              { label: t('vendors.columns.status'), value: <StateBadge state={vendor.state} /> },
              {
                label: t('details.plan'),
                value: <SubscriptionText {...vendor} now={now} />,
              },
              {
                label: t('details.page'),
                value:
                  vendor.username === null ? (
                    none
                  ) : (
                    <Link to={`/${vendor.username}`} className="underline underline-offset-4">
                      /{vendor.username}
                    </Link>
                  ),
              },
              { label: t('details.owner'), value: <bdi>{vendor.ownerName}</bdi> },
              {
                label: t('details.email'),
                value: (
                  <>
                    <a
                      href={`mailto:${vendor.ownerEmail}`}
                      className="underline underline-offset-4"
                    >
                      {vendor.ownerEmail}
                    </a>
                    {!vendor.emailVerified && ` (${t('details.unconfirmed')})`}
                  </>
                ),
              },
              { label: t('details.phone'), value: vendor.phone ?? none },
              { label: t('details.location'), value: vendor.location ?? none },
              { label: t('details.zone'), value: vendor.timeZone },
              { label: t('details.joined'), value: moment(vendor.joinedAt) },
              { label: t('details.classes'), value: vendor.classes },
              { label: t('details.sessions'), value: vendor.upcomingSessions },
              { label: t('details.bookings'), value: vendor.bookings },
              { label: t('details.students'), value: vendor.students },
            ]}
          />
        </Card>
        <Card as="section" aria-labelledby="badges">
          <CardHeader
            level={3}
            id="badges"
            title={t('details.badges')}
            text={t('details.badgesText')}
          />
          <ul className="grid divide-y divide-line">
            {badges.map((badge) => {
              const has = vendor.badges.includes(badge)
              return (
                <li key={badge} className="grid gap-3 py-2">
                  <div className="flex flex-wrap items-center justify-between gap-3">
                    <span className="flex flex-wrap items-center gap-3">
                      {t(`details.badge.${badge}`)}
                      {has && <Badge tone="good">{t('details.granted')}</Badge>}
                    </span>
                    {asked !== badge && (
                      <LinkButton
                        to={`${own}?badge=${badge}#badges`}
                        variant="secondary"
                        size="small"
                        preventScrollReset
                      >
                        {has ? t('details.take') : t('details.grant')}
                      </LinkButton>
                    )}
                  </div>
                  {asked === badge && (
                    <ReasonForm
                      answer={actionData}
                      sends={{ badge, intent: has ? 'take' : 'grant' }}
                      reason={{
                        label: has ? t('suspend.reason') : t('details.badgeReason'),
                        help: t('details.badgeReasonHelp'),
                      }}
                      button={has ? t('details.take') : t('details.grant')}
                      back={own}
                    />
                  )}
                </li>
              )
            })}
          </ul>
        </Card>
        <Card as="section" aria-labelledby="activity">
          <CardHeader level={3} id="activity" title={t('activity.ofVendor')} />
          <ActivityList entries={entries} withVendor={false} />
        </Card>
      </div>
    </>
  )
}

type StandingProps = { vendor: Pick<VendorShown, 'suspendedAt' | 'suspendedReason' | 'closedAt'> }

function Standing({ vendor: { suspendedAt, suspendedReason, closedAt } }: StandingProps) {
  const t = useTranslations('admin.details')
  const { day } = useFormats()
  if (suspendedAt !== null)
    return (
      <Banner
        tone="bad"
        title={t('suspendedSince', { day: day(suspendedAt) })}
        text={suspendedReason}
      />
    )
  if (closedAt !== null)
    return <Banner tone="warn" title={t('closedSince', { day: day(closedAt) })} />
  return null
}
