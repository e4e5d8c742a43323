import { useTranslations } from 'use-intl'
import { ProgressBar } from '#app/ui/progress-bar.tsx'

/** How far the setup is, in words and as a bar. */
export function WizardProgress({ step, total }: { step: number; total: number }) {
  const t = useTranslations('profile.steps')
  const percent = Math.round((step / total) * 100)
  const words = t('count', { step, total })
  return (
    <div className="grid gap-2">
      <p className="flex justify-between gap-4 text-sm text-muted">
        <span>{words}</span>
        <span>{t('percent', { percent })}</span>
      </p>
      <ProgressBar label={t('label')} text={words} value={percent} max={100} />
    </div>
  )
}
