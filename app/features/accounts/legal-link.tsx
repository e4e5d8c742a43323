import type { ReactNode } from 'react'

/** Opens in a new tab, so that everything typed into the form stays, even the password. */
export function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={`${to}?tab=1`}
      target="_blank"
      rel="noopener"
      className="text-ink underline underline-offset-4"
    >
      {children}
    </a>
  )
}
