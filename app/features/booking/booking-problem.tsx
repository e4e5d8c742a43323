import { useTranslations } from 'use-intl'
import { useErrorText } from '#app/features/site/use-error-text.ts'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { type BookingAnswer, isAboutSpots } from './booking-answer.ts'

const fields = ['sessionId', 'name', 'contact', 'spots'] as const

/** Above the form: what went wrong, in one sentence and a link to each wrong field. */
export function BookingProblem({ answer }: { answer: BookingAnswer | undefined }) {
  const t = useTranslations('booking')
  const s = useTranslations('shared')
  const errorText = useErrorText()
  if (!answer) return null
  if ('networkProblem' in answer) {
    return <FormProblem title={t('failed.title')} problems={[{ text: s('networkProblem') }]} />
  }
  const { reason, left, earlier, errors } = answer
  const labels = {
    sessionId: t('form.session'),
    name: t('form.name'),
    contact: t('form.contact'),
    spots: t('form.spots'),
  }
  if (reason === null) {
    const problems = fields.flatMap((field) =>
      (errors[field] ?? []).map((code) => ({
        id: field === 'sessionId' ? 'book' : field,
        text: `${labels[field]}: ${errorText(code)}`,
      })),
    )
    return <FormProblem title={s('formProblem')} problems={problems} />
  }
  const text = t(`failed.${reason}`, { left, name: earlier?.name ?? '' })
  return (
    <FormProblem
      title={t('failed.title')}
      problems={[{ id: isAboutSpots(answer) ? 'spots' : undefined, text }]}
    />
  )
}
