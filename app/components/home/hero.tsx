import { Form, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button, LinkButton } from '../ui/button.tsx'
import { controlClasses } from '../ui/control-classes.ts'
import { cx } from '../ui/cx.ts'
import { ExampleSessions } from './example-sessions.tsx'

/** What this is, in one sentence, and the way in. */
export function Hero({ open }: { open: boolean }) {
  const t = useTranslations('home')
  return (
    <section className="page grid items-center gap-x-16 gap-y-10 py-10 sm:py-16 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:py-24">
      <div>
        <h1 className="text-3xl sm:text-4xl">{t('headline')}</h1>
        <p className="mt-4 max-w-prose text-lg text-muted">{t('text')}</p>
        {open ? <StartForm /> : <Closed />}
        <Link
          to="/classes"
          className="mt-3 inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {t('browse')}
        </Link>
      </div>
      <ExampleSessions />
    </section>
  )
}

function StartForm() {
  const t = useTranslations('home')
  return (
    <Form action="/register" className="mt-8 flex flex-wrap gap-3">
      <label htmlFor="email" className="sr-only">
        {t('email')}
      </label>
      <input
        id="email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        dir="ltr"
        placeholder={t('email')}
        className={cx(controlClasses, 'min-h-13 flex-1 basis-60')}
      />
      <Button size="large" className="flex-1 basis-40 sm:flex-none">
        {t('button')}
      </Button>
    </Form>
  )
}

function Closed() {
  const t = useTranslations('home')
  return (
    <div className="mt-8 grid justify-items-start gap-3">
      <p>{t('closed')}</p>
      <LinkButton to="/login">{t('signIn')}</LinkButton>
    </div>
  )
}
