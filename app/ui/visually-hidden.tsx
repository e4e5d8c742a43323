import type { ReactNode } from 'react'

/** Text for people who listen. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>
}
