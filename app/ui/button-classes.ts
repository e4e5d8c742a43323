import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

export type ButtonLook = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** As wide as its container. */
  wide?: boolean | undefined
  className?: string | undefined
}

const variants = {
  primary:
    'border-transparent bg-accent text-accent-ink hover:bg-[color-mix(in_oklab,var(--accent)_88%,var(--ink))]',
  secondary: 'border-control bg-raised text-ink hover:border-ink hover:bg-sunken',
  /** For “Confirm” in lists: a solid button in every row would be too loud. */
  soft: 'border-accent/25 bg-accent-soft text-accent hover:border-accent',
  quiet: 'border-transparent text-ink hover:bg-sunken active:bg-line',
  danger:
    'border-transparent bg-bad text-bad-ink hover:bg-[color-mix(in_oklab,var(--bad)_88%,var(--ink))]',
} satisfies Record<ButtonVariant, string>

// Every size is a 44 px target or more; small differs in width and type only.
const sizes = {
  small: 'min-h-11 px-3 text-sm',
  medium: 'min-h-11 px-5 text-base',
  large: 'min-h-13 px-6 text-lg',
} satisfies Record<ButtonSize, string>

/** A square of 44 px around one icon. */
export const iconButtonClasses = [
  'inline-grid size-11 shrink-0 place-items-center rounded-control text-muted transition-colors',
  'hover:bg-sunken hover:text-ink [&_svg]:size-5 print:hidden',
].join(' ')

/** The classes of a button, for what only looks like one. */
export function buttonClasses(look: ButtonLook): string {
  return cx(
    'button',
    variants[look.variant ?? 'primary'],
    sizes[look.size ?? 'medium'],
    look.wide && 'w-full',
    look.className,
  )
}
