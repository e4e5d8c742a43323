import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { SiteHeader } from '#app/features/site/site-header.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'

type LegalPageProps = {
  title: string
  /** before the sections; null: the operator's own text, which is the content, has none */
  intro: string | null
  sections: readonly { title: string; text: string }[]
  /** the day the text was last changed, 'yyyy-mm-dd' */
  updated: string
  /** the path the reader came from; null in a tab opened from a form */
  back: string | null
  operatorEmail: string | null
  children?: ReactNode
}

export function LegalPage({
  title,
  intro,
  sections,
  updated,
  back,
  operatorEmail,
  children,
}: LegalPageProps) {
  const t = useTranslations('legal')
  const s = useTranslations('shared')
  const language = useLocale()
  const operator = useRouteLoaderData<{ operatorName: string }>('root')?.operatorName ?? ''
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(updated),
  )
  const mail = () => (
    <a href={`mailto:${operatorEmail}`} className="text-ink underline underline-offset-4">
      {operatorEmail}
    </a>
  )
  const form = (chunks: ReactNode) => (
    <Link to="/contact" className="text-ink underline underline-offset-4">
      {chunks}
    </Link>
  )
  return (
    <>
      <SiteHeader />
      <main id="main" className="page-narrow py-6 sm:py-10">
        {back === null ? (
          <Banner title={t('otherTab')} />
        ) : (
          <Link
            to={back}
            onClick={goBack}
            className={buttonClasses({ variant: 'quiet', size: 'small', className: '-ms-3' })}
          >
            <ArrowLeft aria-hidden="true" />
            {s('back')}
          </Link>
        )}
        <h1 className="mt-4 text-3xl">{title}</h1>
        <p className="mt-2 text-sm text-muted">{t('updated', { date })}</p>
        {intro !== null && <p className="mt-6 text-lg">{intro}</p>}
        {sections.map((section) => (
          <section key={section.title} className="mt-8">
            <h2 className="text-xl">{section.title}</h2>
            <p className="mt-2 text-lg text-muted">{section.text}</p>
          </section>
        ))}
        {children}
        <p className="mt-10 border-t border-line pt-6">
          {operatorEmail
            ? t.rich('contact', { operator, mail })
            : t.rich('noContact', { operator, form })}
        </p>
      </main>
      <SiteFooter product />
    </>
  )
}

/** Reached from a page with a script, the step back is the browser's own: it keeps where one was. */
function goBack(event: MouseEvent) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || window.history.length < 2) return
  event.preventDefault()
  window.history.back()
}
