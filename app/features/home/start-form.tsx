import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'

/** An email field that leads to the sign-up, which asks for the rest. */
export function StartForm({ id, className }: { id: string; className?: string }) {
  const t = useTranslations('home')
  const s = useTranslations('shared.nav')
  return (
    <Form action="/register" className={cx('flex max-w-[34rem] flex-wrap gap-3', className)}>
      <label htmlFor={id} className="sr-only">
        {t('email')}
      </label>
      <input
        id={id}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        dir="ltr"
        placeholder={t('email')}
        className={cx('control', 'min-h-13 flex-1 basis-60')}
      />
      <Button size="large" className="flex-1 basis-40 sm:flex-none">
        {s('getStarted')}
      </Button>
    </Form>
  )
}
