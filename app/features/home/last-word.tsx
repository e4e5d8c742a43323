import { useTranslations } from 'use-intl'
import { StartForm } from './start-form.tsx'

/** The sign-up form again, at the end of the page. */
export function LastWord() {
  const t = useTranslations('home.last')
  return (
    <section className="border-t border-line py-12 sm:py-20" aria-labelledby="last-word">
      <div className="page grid grid-cols-1 justify-items-center text-center">
        <h2 id="last-word" className="text-2xl sm:text-3xl">
          {t('title')}
        </h2>
        <p className="mt-2 text-lg text-muted">{t('text')}</p>
        <StartForm id="email-again" className="mt-8 w-full text-start" />
      </div>
    </section>
  )
}
