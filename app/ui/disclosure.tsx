import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type DisclosureProps = {
  title: ReactNode
  open?: boolean | undefined
  /** Folded on phones only; elsewhere the title is a heading. */
  onPhones?: boolean | undefined
  children: ReactNode
}

/** What is needed less often, folded behind its title. */
export function Disclosure({ title, open, onPhones, children }: DisclosureProps) {
  return (
    <>
      {onPhones && <h3 className="text-lg max-md:hidden">{title}</h3>}
      <details open={open} className={cx('group', onPhones && 'folds-on-phones')}>
        <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-control px-1 font-medium hover:underline [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden="true"
            className="size-5 transition-transform group-open:rotate-90"
          />
          {title}
        </summary>
        <div className={cx('mt-2 grid gap-6', onPhones && 'md:-mt-2')}>{children}</div>
      </details>
    </>
  )
}
