import type { ReactNode } from 'react'

/** One component of the gallery under its name. */
export function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4 border-t border-line py-8">
      <h2 className="text-sm font-medium text-muted">{title}</h2>
      {children}
    </section>
  )
}
