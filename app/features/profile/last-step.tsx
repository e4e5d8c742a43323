import CalendarDays from 'lucide-react/icons/calendar-days'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Link2 from 'lucide-react/icons/link-2'
import Wallet from 'lucide-react/icons/wallet'
import { useTranslations } from 'use-intl'

const nextSteps = [
  ['class', LayoutGrid],
  ['calendar', CalendarDays],
  ['link', Link2],
  ['rules', Wallet],
] as const

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
        <ol className="divide-y divide-line border-y border-line">
          {nextSteps.map(([name, Icon]) => (
            <li key={name} className="flex min-h-12 items-center gap-3 py-2">
              <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
              {t(`nextSteps.${name}`)}
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
