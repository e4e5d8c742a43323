import { useTranslations } from 'use-intl'
import { TextField } from '#app/ui/text-field.tsx'

type EmailFieldProps = {
  name: string
  id?: string | undefined
  errors?: readonly string[] | undefined
  defaultValue?: string | undefined
  className?: string
}

/** The address of an account. */
export function EmailField(field: EmailFieldProps) {
  const t = useTranslations('account')
  return (
    <TextField
      {...field}
      label={t('email')}
      type="email"
      autoComplete="username"
      required
      maxLength={254}
      dir="ltr"
    />
  )
}
