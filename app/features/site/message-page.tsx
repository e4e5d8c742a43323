import type { ReactNode } from 'react'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** A whole page that says one thing: nothing is here, or something broke. */
export function MessagePage({ children }: { children: ReactNode }) {
  return (
    <>
      <SiteHeader />
      <main id="main" className="page grid min-h-[60dvh] content-center py-6">
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
