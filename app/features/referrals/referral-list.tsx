import Clock from 'lucide-react/icons/clock'
import { useLocale, useTranslations } from 'use-intl'
import { dayText } from '#app/features/workspace/day-text.ts'
import { FirstOf } from '#app/features/workspace/first-of.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { Referral } from '#core/referrals/queries.ts'
import { monthsPerReferral, type ReferralStatus } from '#core/referrals/rules.ts'

const tones = { active: 'good', pending: 'warn', other: 'neutral' } satisfies Record<
  ReferralStatus,
  Tone
>

type ReferralListProps = { referrals: readonly Referral[]; total: number }

/** Who signed up with the vendor's link, and what it brought. */
export function ReferralList({ referrals, total }: ReferralListProps) {
  const t = useTranslations('referrals')
  const language = useLocale()
  const columns: Column<Referral>[] = [
    {
      key: 'friend',
      header: t('list.friend'),
      lead: true,
      cell: (row) => <Friend {...row} />,
    },
    {
      key: 'signedUp',
      header: t('list.signedUp'),
      cell: ({ signupDate }) => dayText(signupDate, language),
    },
    {
      key: 'status',
      header: t('list.status'),
      cell: ({ status }) => (
        <Badge
          tone={tones[status]}
          // Waiting is no warning.
          icon={status === 'pending' ? <Clock aria-hidden="true" /> : undefined}
        >
          {t(`status.${status}`)}
        </Badge>
      ),
    },
    {
      key: 'reward',
      header: t('list.reward'),
      cell: ({ status }) => t(`rewards.${status}`, { months: monthsPerReferral }),
    },
  ]
  return (
    <>
      <DataTable
        caption={t('list.title')}
        columns={columns}
        rows={referrals}
        rowKey={({ id }) => id}
      />
      <FirstOf n={referrals.length} total={total} />
    </>
  )
}

function Friend({ name, email, avatarUrl }: Referral) {
  const t = useTranslations('referrals.list')
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name ?? ''} src={avatarUrl} />
      <span className="min-w-0">
        {name === null ? (
          <span className="block text-muted">{t(email === null ? 'gone' : 'noName')}</span>
        ) : (
          <bdi className="block font-medium wrap-anywhere">{name}</bdi>
        )}
        {email !== null && (
          <span dir="ltr" className="block text-sm font-normal text-muted wrap-anywhere">
            {email}
          </span>
        )}
      </span>
    </span>
  )
}
