import { cx } from './cx.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** A placeholder while something loads; give it the size of the content. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={cx('skeleton block rounded-control bg-line', className ?? 'h-4 w-full')}
    />
  )
}

type SkeletonListProps = {
  /** Said aloud: "Loading classes". */
  label: string
  rows?: number | undefined
}

export function SkeletonList({ label, rows = 3 }: SkeletonListProps) {
  return (
    <output className="block divide-y divide-line">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="flex items-center gap-4 py-4">
          <Skeleton className="size-11 rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </span>
          <Skeleton className="h-8 w-20" />
        </span>
      ))}
    </output>
  )
}
