import { useTranslations } from 'use-intl'

const nextSteps = ['class', 'calendar', 'link', 'rules'] as const

/** What comes after the setup. */
export function LastStep({ page }: { page: string }) {
  const t = useTranslations('profile.steps')
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
            <li key={name}>{t(`nextSteps.${name}`)}</li>
          ))}
        </ol>
      </section>
    </>
  )
}
