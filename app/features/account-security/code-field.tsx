import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '#app/ui/text-field.tsx'

/** A code of the app, or a recovery code. */
export function CodeField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  const t = useTranslations('security.twoFactor')
  return (
    <TextField
      {...field}
      label={t('codeOrRecovery')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={40}
      dir="ltr"
    />
  )
}
