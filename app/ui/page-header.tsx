import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type PageHeaderProps = {
  title: ReactNode
  text?: ReactNode
  back?: { to: string; label: string } | undefined
  actions?: ReactNode
}

export function PageHeader({ title, text, back, actions }: PageHeaderProps) {
  return (
    <header className="grid gap-2 py-6 sm:py-10">
      {back && (
        <Link
          to={back.to}
          className="-ms-1 inline-flex min-h-11 items-center gap-1.5 justify-self-start rounded-control px-1 text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-2xl sm:text-3xl">{title}</h1>
          {text && <p className="mt-2 max-w-prose text-lg text-muted">{text}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
    </header>
  )
}
