import { useTranslations } from 'use-intl'
import { cx } from '#app/ui/cx.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import type { Step } from './wizard.ts'

type StepBarProps = {
  steps: readonly Step[]
  current: Step
  /** where the form is sent to for a step */
  addressOf: (step: Step) => string
}

/** The steps of the wizard. Those before the current one are buttons of the form, which lead back to them. */
export function StepBar({ steps, current, addressOf }: StepBarProps) {
  const t = useTranslations('facilities.steps')
  const place = steps.indexOf(current)
  return (
    <nav aria-label={t('label')}>
      <ol className="flex gap-1 sm:gap-2">
        {steps.map((step, at) => (
          <li key={step} className="min-w-0 flex-1">
            {at < place ? (
              <button
                name="intent"
                value={`to-${step}`}
                formNoValidate
                formAction={addressOf(step)}
                className={cx(look, 'border-accent text-ink hover:bg-sunken')}
              >
                <span className="truncate underline underline-offset-4">{t(step)}</span>
                <VisuallyHidden>, {t('done')}</VisuallyHidden>
              </button>
            ) : (
              <span
                aria-current={at === place ? 'step' : undefined}
                className={cx(
                  look,
                  at === place ? 'border-accent font-semibold' : 'border-line text-muted',
                )}
              >
                <span className="truncate">{t(step)}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

const look =
  'flex min-h-11 w-full min-w-0 items-center gap-1 border-b-2 py-1 text-start text-sm sm:text-base'
