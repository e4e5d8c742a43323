/** A row that scrolls sideways on a phone rather than wrap. */
export const tabRowClasses =
  'flex gap-1 max-sm:gap-0 overflow-x-auto overscroll-x-contain border-b border-line [scrollbar-width:none]'

export const tabClasses = [
  'inline-flex min-h-11 shrink-0 items-center gap-2 whitespace-nowrap px-3 max-sm:px-2 font-medium text-muted',
  'border-b-2 border-transparent transition-colors hover:text-ink focus-visible:-outline-offset-2',
  'aria-[current=page]:border-accent aria-[current=page]:text-ink',
  'aria-selected:border-accent aria-selected:text-ink [&_svg]:size-5',
].join(' ')
