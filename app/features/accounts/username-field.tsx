import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '#app/ui/text-field.tsx'
import { usernameProblem } from '#core/vendors/rules.ts'

type UsernameFieldProps = {
  id: string
  name: string
  errors: readonly string[] | undefined
  required: boolean
  origin: string
  /** What was sent before, when the form comes back. */
  typed: string
  suggestion: string
}

/** Follows the names above until something is typed here; shows the address it makes. */
export function UsernameField({ origin, typed, suggestion, ...field }: UsernameFieldProps) {
  const t = useTranslations('account.onboarding')
  const [own, setOwn] = useState(typed === '' ? null : typed)
  const username = own ?? suggestion
  const name = username.trim().toLowerCase()
  const isShown = name === '' || usernameProblem(name) === null
  const page = () => (
    <span className="break-all text-ink">
      {origin.replace(/^https?:\/\//, '')}/{name || '…'}
    </span>
  )
  return (
    <div className="grid gap-1.5">
      <TextField
        {...field}
        label={t('username')}
        description={t('usernameHelp')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={60}
        value={username}
        onChange={({ target }) => setOwn(target.value)}
      />
      <output className="text-sm text-muted" htmlFor={field.id}>
        {isShown && t.rich('address', { page })}
      </output>
    </div>
  )
}
