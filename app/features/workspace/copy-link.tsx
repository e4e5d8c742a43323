import Copy from 'lucide-react/icons/copy'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'
import { notify } from '#app/ui/notify.ts'
import { useLive } from '#app/ui/use-browser.ts'

type CopyLinkProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size'> & {
  /** what is put on the clipboard */
  href: string
  label?: string
  labelClassName?: string
  copied?: string
  onCopied?: () => void
  /** what is there without JavaScript; by default nothing */
  withoutScript?: ReactNode
}

/** Puts an address on the clipboard. */
export function CopyLink({
  href,
  label,
  labelClassName,
  copied,
  onCopied,
  withoutScript,
  variant = 'quiet',
  size = 'small',
}: CopyLinkProps) {
  const t = useTranslations('workspace')
  const live = useLive()

  async function copy() {
    try {
      await navigator.clipboard.writeText(href)
      notify({ tone: 'good', title: copied ?? t('linkCopied') })
      onCopied?.()
    } catch {
      notify({ tone: 'bad', title: t('copyFailed'), text: t('copyFailedText') })
    }
  }

  if (!live && withoutScript) return withoutScript
  return (
    <Button
      type="button"
      variant={variant}
      size={size}
      onClick={() => void copy()}
      className={live ? undefined : 'invisible'}
    >
      <Copy aria-hidden="true" className="size-4!" />
      <span className={labelClassName}>{label ?? t('copyLink')}</span>
    </Button>
  )
}
