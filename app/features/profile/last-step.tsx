import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'
import { type Connection, stepsOffered } from './next-steps.ts'

type LastStepProps = { page: string; busy: boolean; wanted: readonly Connection[] }

/** What comes after the setup. Each of them completes it first; without a choice the dashboard is next. */
export function LastStep({ page, busy, wanted }: LastStepProps) {
  const t = useTranslations('profile.steps')
  const address = () => (
    <span dir="ltr" className="font-medium break-all text-ink">
      {page}
    </span>
  )
  const [first = 'class', ...others] = stepsOffered(wanted)
  return (
    <>
      <p className="text-muted">{t.rich('address', { page: address })}</p>
      <section className="grid gap-2">
        <h2 className="text-lg">{t('afterwards')}</h2>
        <ol className="grid gap-2">
          <li>
            <Button size="large" wide name="next" value={first} pending={busy}>
              {t(`nextSteps.${first}`)}
            </Button>
          </li>
          {others.map((name) => (
            <li key={name} className="border-b border-line">
              <button
                name="next"
                value={name}
                className="flex min-h-12 w-full items-center justify-between gap-3 py-2 text-start hover:underline"
              >
                {t(`nextSteps.${name}`)}
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
              </button>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
