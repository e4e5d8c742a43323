import { useTranslations } from 'use-intl'
import { cx } from './cx.ts'

const shortEnough = 160

/** Somebody's own words. On phones a long text folds after three lines, until its box is ticked; that needs no script. */
export function Folded({ text, className }: { text: string; className?: string }) {
  const t = useTranslations('shared')
  return (
    <div className="grid">
      <p dir="auto" className={cx('fold wrap-anywhere whitespace-pre-line', className)}>
        {text}
      </p>
      {text.length > shortEnough && (
        <label className="inline-flex min-h-11 items-center justify-self-start px-1 underline underline-offset-4 has-checked:hidden has-focus-visible:outline-2 lg:hidden">
          <input type="checkbox" className="sr-only" />
          {t('readMore')}
        </label>
      )}
    </div>
  )
}
