import { useTranslations } from 'use-intl'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { isShortOfRecoveryCodes } from '#core/accounts/rules.ts'

export const twoFactorPage = '/settings/security/two-factor'

/** Whether the account asks for a code at the sign-in. `recoveryCodes`: how many are left; null: it is off. */
export function TwoFactorSection({ recoveryCodes }: { recoveryCodes: number | null }) {
  const t = useTranslations('security.twoFactor')
  const isOn = recoveryCodes !== null
  return (
    <section className="grid justify-items-start gap-4 border-t border-line pt-6">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
        {t('title')} {isOn && <Badge tone="good">{t('on')}</Badge>}
      </h3>
      <p className="-mt-3 text-muted">{t(isOn ? 'textOn' : 'text')}</p>
      {isOn && isShortOfRecoveryCodes(recoveryCodes) && (
        <Badge tone="warn">{t('left', { count: recoveryCodes })}</Badge>
      )}
      <LinkButton variant="secondary" to={twoFactorPage}>
        {t(isOn ? 'manage' : 'setUp')}
      </LinkButton>
    </section>
  )
}
