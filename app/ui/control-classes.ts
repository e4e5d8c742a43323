/** The look of everything one types into or picks from. */
export const controlClasses = [
  'w-full min-w-0 min-h-11 rounded-control border border-control bg-raised px-3 py-2 text-base text-ink',
  'transition-[border-color,box-shadow] hover:border-ink',
  'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:border-accent',
  'aria-invalid:border-bad aria-invalid:shadow-[inset_0_0_0_1px_var(--bad)]',
  'disabled:border-line disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken',
].join(' ')
