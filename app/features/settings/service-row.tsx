import type { ReactNode } from 'react'

type ServiceRowProps = { icon: ReactNode; title: string; children: ReactNode }

/** Another service, and what its state means for the trainer. */
export function ServiceRow({ icon, title, children }: ServiceRowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="flex items-center gap-3 text-lg [&>svg]:size-6 [&>svg]:shrink-0 [&>svg]:text-muted">
        {icon}
        {title}
      </h3>
      {children}
    </div>
  )
}
