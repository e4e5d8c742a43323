import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { iconButtonClasses } from '#app/ui/button-classes.ts'
import { cx } from '#app/ui/cx.ts'

type SectionHeaderProps = {
  title: string
  /** what the browser's tab says, where several pages have one title */
  name?: string
  text?: ReactNode
  /** `narrow`: only on phones; elsewhere a list beside the page leads there */
  back?: { to: string; label: string; narrow?: boolean } | undefined
  actions?: ReactNode
  /** The tab says the same, and the content begins at once. */
  hidden?: boolean
}

/** The head of one page of the workspace, below the dashboard's own; names the browser's tab too. */
export function SectionHeader({ title, name, text, back, actions, hidden }: SectionHeaderProps) {
  const root = useRouteLoaderData<{ operatorName: string }>('root')
  return (
    <header className={hidden ? 'pt-4 sm:pt-6' : 'grid gap-1 py-3 sm:py-5'}>
      <title>{`${name ?? title} · ${root?.operatorName ?? 'Openspot'}`}</title>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 items-center gap-1">
          {back && (
            <Link
              to={back.to}
              aria-label={back.label}
              title={back.label}
              className={cx(iconButtonClasses, '-ms-3', back.narrow && 'md:hidden')}
            >
              <ArrowLeft aria-hidden="true" />
            </Link>
          )}
          <h2 className={hidden ? 'sr-only' : 'min-w-0 text-xl wrap-anywhere'}>{title}</h2>
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {text && <p className="max-w-prose wrap-anywhere text-muted">{text}</p>}
    </header>
  )
}
