import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { LinkButton } from './button.tsx'

type Step = { to: string; label: string }

type PaginationProps = {
  /** Name of the landmark: "Pages of classes". */
  label: string
  previous?: Step | undefined
  next?: Step | undefined
}

export function Pagination({ label, previous, next }: PaginationProps) {
  if (!previous && !next) return null

  return (
    <nav aria-label={label} className="flex flex-wrap justify-between gap-3 py-4">
      {previous ? (
        <LinkButton variant="secondary" to={previous.to} rel="prev" className="ps-3">
          <ChevronLeft aria-hidden="true" />
          {previous.label}
        </LinkButton>
      ) : (
        <span />
      )}
      {next && (
        <LinkButton variant="secondary" to={next.to} rel="next" className="pe-3">
          {next.label}
          <ChevronRight aria-hidden="true" />
        </LinkButton>
      )}
    </nav>
  )
}
