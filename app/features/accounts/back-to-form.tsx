import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'
import { AccountPage } from './account-page.tsx'
import { AutoSubmit } from './auto-submit.tsx'

/** Where the form stood that was sent after the session had ended, and what was in it. */
export type BackTo = { to: string; fields: readonly (readonly [name: string, value: string])[] }

/** Leads back to a form with everything typed; nothing is done with it until it is sent from there. */
export function BackToForm({ to, fields }: BackTo) {
  const t = useTranslations('account.login')
  return (
    <AccountPage title={t('keptTitle')} text={t('keptText')}>
      <AutoSubmit action={to} loading={t('keptLoading')}>
        <input type="hidden" name="restore" value="1" />
        {fields.map(([name, value], at) => (
          <input key={`${at} ${name}`} type="hidden" name={name} value={value} />
        ))}
        <Button wide size="large">
          {t('keptButton')}
        </Button>
      </AutoSubmit>
    </AccountPage>
  )
}
