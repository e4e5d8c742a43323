import { useLocale, useTranslations } from 'use-intl'
import { useErrorText } from '#app/features/site/use-error-text.ts'
import { momentText } from '#app/locale/clock.ts'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { BundleAnswer } from './bundle-step.ts'

const fields = ['name', 'contact'] as const
/** What is mended where the dates are chosen. */
const aboutDates = ['too_many_sessions', 'rest_not_confirmed', 'after_expiry']

/** Why no bundle was booked, in one sentence. */
export function BundleProblem({ answer }: { answer: BundleAnswer | undefined }) {
  const t = useTranslations('bundles')
  const b = useTranslations('booking.form')
  const s = useTranslations('shared')
  const errorText = useErrorText()
  const language = useLocale()
  if (!answer) return null
  if ('networkProblem' in answer)
    return <FormProblem title={t('failed.title')} problems={[{ text: s('networkProblem') }]} />
  const { reason, taken, errors, noDates } = answer
  if (taken.length > 0) {
    const when = taken.map(({ startsAt, timeZone }) => momentText(startsAt, timeZone, language))
    const text = t('failed.taken', { n: taken.length, when: when.join('; ') })
    return <FormProblem title={t('failed.title')} problems={[{ text }]} />
  }
  if (reason !== null) {
    const id = aboutDates.includes(reason) ? 'bundle-dates' : undefined
    return (
      <FormProblem title={t('failed.title')} problems={[{ id, text: t(`failed.${reason}`) }]} />
    )
  }
  const problems = fields.flatMap((field) =>
    (errors[field] ?? []).map((code) => ({ id: field, text: `${b(field)}: ${errorText(code)}` })),
  )
  if (problems.length === 0 && !noDates) return null
  const dates = { id: noDates ? 'bundle-dates' : undefined, text: t('missing.text') }
  return <FormProblem title={t('missing.title')} problems={[dates, ...problems]} />
}
