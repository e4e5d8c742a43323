import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'

type SectionHeaderProps = {
  title: string
  text?: ReactNode
  back?: { to: string; label: string } | undefined
  actions?: ReactNode
}

/** The head of one page of the workspace, below the dashboard's own; names the browser's tab too. */
export function SectionHeader({ title, text, back, actions }: SectionHeaderProps) {
  const root = useRouteLoaderData<{ operatorName: string }>('root')
  return (
    <header className="grid gap-1 py-6">
      <title>{`${title} · ${root?.operatorName ?? 'Openspot'}`}</title>
      {back && (
        <Link
          to={back.to}
          className="-ms-1 inline-flex min-h-11 items-center gap-1.5 justify-self-start rounded-control px-1 text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="min-w-0 text-xl wrap-anywhere">{title}</h2>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {text && <p className="max-w-prose text-muted">{text}</p>}
    </header>
  )
}
