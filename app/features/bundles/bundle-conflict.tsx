import CalendarX from 'lucide-react/icons/calendar-x'
import { useTranslations } from 'use-intl'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { bundleTo, type DatesStep, inDialog } from './bundle-step.ts'

type BundleConflictProps = {
  classId: string
  step: DatesStep
  /** something was typed, so the choice is sent with the form to keep it */
  typed: boolean
  dialog: boolean
}

/** What can be done about full sessions: three ways on. */
export function BundleConflict({ classId, step, typed, dialog }: BundleConflictProps) {
  const t = useTranslations('bundles.plan')
  const { bundle, firstId, plan } = step
  const full = plan.items.filter(({ state }) => state === 'full').length
  const link = { state: dialog ? inDialog : null, preventScrollReset: true, wide: true }
  const ways = step.kind === 'series' ? (['auto', 'choose'] as const) : (['choose'] as const)
  return (
    <section
      role="alert"
      aria-labelledby="bundle-conflict"
      className="grid gap-4 rounded-control border border-bad bg-bad-soft p-4"
    >
      <div className="flex gap-3">
        <CalendarX aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bad" />
        <div>
          <h3 id="bundle-conflict" className="font-medium">
            {full > 0 ? t('conflictTitle', { n: full }) : t('noneFree')}
          </h3>
          <p>{t('conflictText')}</p>
        </div>
      </div>
      <div className="grid gap-2">
        {ways.map((how, at) => {
          const variant = at === 0 ? 'primary' : 'secondary'
          return typed ? (
            <Button key={how} name="intent" value={how} wide variant={variant}>
              {t(how)}
            </Button>
          ) : (
            <LinkButton
              key={how}
              {...link}
              to={bundleTo(classId, { bundle: bundle.id, first: firstId, how })}
              variant={variant}
            >
              {t(how)}
            </LinkButton>
          )
        })}
        <LinkButton to={bundleTo(classId, {})} preventScrollReset wide variant="quiet">
          {t('cancel')}
        </LinkButton>
      </div>
    </section>
  )
}
