import { useTranslations } from 'use-intl'

const nextSteps = ['class', 'link', 'booking'] as const

/** What comes after the setup: the first steps on the dashboard. */
export function LastStep({ page }: { page: string }) {
  const t = useTranslations('profile.steps')
  const next = useTranslations('overview.steps')
  const address = () => (
    <span dir="ltr" className="font-medium break-all text-ink">
      {page}
    </span>
  )
  return (
    <>
      <p className="text-muted">{t.rich('address', { page: address })}</p>
      <section className="grid gap-2">
        <h2 className="text-lg">{t('afterwards')}</h2>
        <ol className="list-decimal space-y-1 ps-5 text-muted">
          {nextSteps.map((name) => (
            <li key={name}>{next(name)}</li>
          ))}
        </ol>
      </section>
    </>
  )
}
