import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '#app/ui/icon-button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useLive } from '#app/ui/use-browser.ts'

type PasswordFieldProps = {
  name?: string
  label?: string
  autoComplete: 'current-password' | 'new-password'
  id?: string | undefined
  description?: string | undefined
  errors?: readonly string[] | undefined
}

/** A password with a switch to read it, which is there once its script is. */
export function PasswordField({ label, name = 'password', ...field }: PasswordFieldProps) {
  const t = useTranslations('account')
  const [shown, setShown] = useState(false)
  const live = useLive()
  return (
    <TextField
      {...field}
      label={label ?? t('password')}
      name={name}
      type={shown ? 'text' : 'password'}
      required
      maxLength={256}
      dir="ltr"
      after={
        <span className={live ? 'pointer-events-auto' : 'invisible'}>
          <IconButton
            label={t(shown ? 'hidePassword' : 'showPassword')}
            onClick={() => setShown(!shown)}
            aria-pressed={shown}
          >
            {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </IconButton>
        </span>
      }
    />
  )
}
