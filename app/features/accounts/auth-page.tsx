import type { ReactNode } from 'react'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { SiteHeader } from '#app/features/site/site-header.tsx'

export type QuestionProps = {
  title: string
  text?: ReactNode
  children: ReactNode
}

type AuthPageProps = QuestionProps & {
  /** Replaces the sign-in link in the header for signed-in people. */
  leave?: ReactNode
}

/** One question in the middle of a quiet page. */
export function AuthPage({ leave, ...question }: AuthPageProps) {
  return (
    <>
      <SiteHeader leave={leave} />
      <main id="main" className="page grid content-start justify-items-center py-10 sm:py-16">
        <div className="w-full max-w-md">
          <Question {...question} />
        </div>
      </main>
      <SiteFooter />
    </>
  )
}

export function Question({ title, text, children }: QuestionProps) {
  return (
    <>
      <h1 className="text-2xl wrap-anywhere">{title}</h1>
      {text && <p className="mt-2 text-lg text-muted">{text}</p>}
      <div className="mt-8 grid gap-5">{children}</div>
    </>
  )
}
