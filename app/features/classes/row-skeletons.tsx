import { Skeleton } from '#app/ui/skeleton.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'

/** Six classes on their way. */
export function RowSkeletons({ label }: { label: string }) {
  return (
    <output className="grid divide-y divide-line border-t border-line">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: 6 }, (_, row) => (
        <span key={row} className="flex gap-4 py-4">
          <Skeleton className="size-18 shrink-0 lg:h-18 lg:w-24" />
          <span className="grid grow gap-2">
            <Skeleton className="h-6 w-3/5" />
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-5 w-1/2" />
          </span>
        </span>
      ))}
    </output>
  )
}
