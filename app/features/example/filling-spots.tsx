import { useTranslations } from 'use-intl'

const capacity = 10

/** Ten spots of which one more is taken every three seconds. The stylesheet counts: it needs no script. */
export function FillingSpots() {
  const t = useTranslations('example')
  const count = () => <span className="filling-count" />
  return (
    <span className="filling inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="spots text-accent">
        <span className="dots relative" style={{ inlineSize: `${capacity}em` }}>
          <i className="open" style={{ inlineSize: `${capacity}em` }} />
          <i className="filling-taken" />
          <i className="filling-newest" />
        </span>
      </span>
      <span className="text-sm text-muted">{t.rich('booked', { count, capacity })}</span>
    </span>
  )
}
