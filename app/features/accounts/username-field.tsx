import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '#app/ui/text-field.tsx'
import { usernameProblem } from '#core/vendors/rules.ts'
import { useUsernameCheck } from './username-check.ts'

type UsernameFieldProps = {
  id: string
  name: string
  errors: readonly string[] | undefined
  required: boolean
  origin: string
  /** What was sent before, when the form comes back. */
  typed: string
  suggestion: string
  /** The address that the page has already. */
  current?: string
}

/** Follows the names above until something is typed here; shows the address it makes and whether it is free. */
export function UsernameField({
  origin,
  typed,
  suggestion,
  current,
  ...field
}: UsernameFieldProps) {
  const t = useTranslations('account.onboarding')
  const e = useTranslations('shared.errors')
  const [own, setOwn] = useState(typed === '' ? null : typed)
  const username = own ?? suggestion
  const name = username.trim().toLowerCase()
  const known = useUsernameCheck(name)
  const problem = name === '' ? null : usernameProblem(name)
  const taken = known !== 'checking' && known?.problem ? known.problem : null
  const isShown = problem === null && taken === null
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
        {taken && field.errors === undefined && <span className="text-bad">{e(taken)}</span>}
        {isShown && name !== current && known !== null && known !== 'checking' && (
          <span className="ms-2 text-good">
            <Check aria-hidden="true" className="inline size-4" /> {t('available')}
          </span>
        )}
      </output>
    </div>
  )
}
