import { Skeleton } from '#app/ui/skeleton.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'

/** Six cards on their way. */
export function CardSkeletons({ label }: { label: string }) {
  return (
    <output className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: 6 }, (_, card) => (
        <span key={card} className="grid gap-4 rounded-card border border-line p-5">
          <Skeleton className="h-7 w-3/5" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-16 w-4/5" />
          <Skeleton className="h-11 w-full" />
        </span>
      ))}
    </output>
  )
}
