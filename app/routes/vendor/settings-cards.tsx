import { redirect } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { disconnectCardPayments } from '#app/features/cards/cards-settings.server.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { keepForm } from '#app/http/keep-form.ts'
import { ownerOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { Question } from '#app/ui/question.tsx'
import { findCardAccount, listPaidAhead } from '#core/cards/queries.ts'
import { formatMoney } from '#core/shared/money.ts'
import type { Route } from './+types/settings-cards'

const back = '/settings/integrations'

/** Asks before card payments are disconnected. */
export async function loader({ context }: Route.LoaderArgs) {
  const { vendor } = ownerOf(context)
  const { db } = depsOf(context)
  if ((await findCardAccount(db, vendor.id)) === null) throw redirect(back)
  return { ahead: await listPaidAhead(db, vendor.id) }
}

export const action = disconnectCardPayments

export const clientAction = keepForm

export default function SettingsCards({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('cards')
  const language = useLocale()
  const form = useForm(actionData)
  const sums = loaderData.ahead.map(({ what, count, minor, currency }) =>
    t(`question.${what}`, { sum: formatMoney({ minor, currency }, language), count }),
  )
  return (
    <>
      <SettingsHeader title={t('title')} />
      <FormSummary form={form} className="mb-6 max-w-2xl" />
      <Question
        level={3}
        title={t('question.title')}
        text={t('question.text')}
        {...(sums.length > 0 && {
          listTitle: t('question.ahead'),
          list: [...sums, t('question.stays'), t('question.refunds')],
        })}
        agree={{ label: t('question.agree') }}
        back={{ to: back, label: t('question.keep') }}
      />
    </>
  )
}
