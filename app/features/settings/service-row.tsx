import type { ReactNode } from 'react'

type ServiceRowProps = { icon: ReactNode; title: string; children: ReactNode }

/** Another service, and what its state means for the trainer. */
export function ServiceRow({ icon, title, children }: ServiceRowProps) {
  return (
    <div className="flex items-start gap-4 [&>svg]:mt-0.5 [&>svg]:size-6 [&>svg]:shrink-0 [&>svg]:text-muted">
      {icon}
      <div className="grid min-w-0 gap-1">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </div>
  )
}
