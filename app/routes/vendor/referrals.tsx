import { useTranslations } from 'use-intl'
import { ReferralList } from '#app/features/referrals/referral-list.tsx'
import { ShareLink } from '#app/features/referrals/share-link.tsx'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { managerOf, notFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import {
  findReferralCode,
  findReferralSummary,
  hasPendingReward,
  listReferrals,
} from '#core/referrals/queries.ts'
import { monthsPerReferral, type ReferralSummary } from '#core/referrals/rules.ts'
import type { Route } from './+types/referrals'

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { db, origin, settings } = depsOf(context)
  if (!settings.plans) throw notFound()
  const [code, summary, referrals, isPromised] = await Promise.all([
    findReferralCode(db, vendor.id),
    findReferralSummary(db, vendor.id),
    listReferrals(db, vendor),
    hasPendingReward(db, vendor.id),
  ])
  return { link: `${origin}/register?ref=${code}`, summary, referrals, isPromised }
}

const months = monthsPerReferral

export default function Referrals({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('referrals')
  const { link, summary, referrals, isPromised } = loaderData
  return (
    <>
      <SectionHeader
        title={t('title')}
        text={t('text', { months })}
        back={{ to: '/dashboard', label: t('back') }}
      />
      <div className="grid gap-8 pb-12">
        {isPromised && <Banner title={t('promised', { months })} />}
        {summary.totalReferred > 0 && <Counters {...summary} />}
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <ShareLink link={link} />
          <Reward {...summary} />
        </div>
        {summary.totalReferred > 0 && (
          <section aria-labelledby="referrals" className="grid gap-3">
            <h3 id="referrals" className="text-lg">
              {t('list.title')}
            </h3>
            <ReferralList referrals={referrals} total={summary.totalReferred} />
          </section>
        )}
      </div>
    </>
  )
}

const counters = ['totalReferred', 'successfulSignups', 'pendingSignups', 'monthsEarned'] as const

function Counters(summary: ReferralSummary) {
  const t = useTranslations('referrals.counters')
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-4 sm:grid-cols-4">
      {counters.map((name) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-sm text-muted">{t(name)}</dt>
          <dd className="text-xl font-semibold">{summary[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

function Reward({ monthsEarned: earned, successfulSignups: signups }: ReferralSummary) {
  const t = useTranslations('referrals.reward')
  const next = earned + months
  return (
    <Card as="section" aria-labelledby="reward">
      <CardHeader id="reward" level={3} title={t('title')} />
      <div className="grid gap-2">
        <p>{t('friend', { months })}</p>
        <p>{t('you', { months })}</p>
        <p className="font-medium">
          {earned === 0 ? t('none', { next }) : t('bonus', { earned, signups, next })}
        </p>
        <p className="text-sm text-muted">{t('after')}</p>
      </div>
    </Card>
  )
}
