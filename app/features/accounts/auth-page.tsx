import type { ReactNode } from 'react'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { SiteHeader } from '#app/features/site/site-header.tsx'

type AuthPageProps = {
  title: string
  text?: ReactNode
  /** Replaces the sign-in link in the header for signed-in people. */
  leave?: ReactNode
  children: ReactNode
}

/** One question in the middle of a quiet page. */
export function AuthPage({ title, text, leave, children }: AuthPageProps) {
  return (
    <>
      <SiteHeader leave={leave} />
      <main id="main" className="page grid justify-items-center py-10 sm:py-16">
        <div className="w-full max-w-md">
          <h1 className="text-2xl">{title}</h1>
          {text && <p className="mt-2 text-lg text-muted">{text}</p>}
          <div className="mt-8 grid gap-5">{children}</div>
        </div>
      </main>
      <SiteFooter />
    </>
  )
}
