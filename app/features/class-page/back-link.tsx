import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'

/** One step back. In a new tab, and without a script, to a page of our own. */
export function BackLink({ to }: { to: string }) {
  const t = useTranslations('shared')
  const navigate = useNavigate()

  function goBack(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || history.length < 2) return
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <Link
      to={to}
      onClick={goBack}
      className="-ms-1 inline-flex min-h-11 items-center gap-1.5 rounded-control px-1 text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      {t('back')}
    </Link>
  )
}
