import { useTranslations } from 'use-intl'

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
      <progress
        max={100}
        value={percent}
        aria-label={t('label')}
        aria-valuetext={words}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line forced-colors:appearance-auto [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  )
}
