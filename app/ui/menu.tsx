import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { buttonClasses, iconButtonClasses } from './button-classes.ts'
import { cx } from './cx.ts'

type MenuProps = {
  /** The words on the button, or its name when it shows three dots only. */
  label: string
  icon?: ReactNode
  iconOnly?: boolean | undefined
  /** In place of the look of a button. */
  className?: string | undefined
  children: ReactNode
}

/** A short list of actions in the top layer; opens, closes and returns the focus without script. */
export function Menu({ label, icon, iconOnly, className, children }: MenuProps) {
  const id = useId()

  function chosen(event: MouseEvent<HTMLDivElement>) {
    const target = event.target
    if (target instanceof Element && target.closest('a, button')) event.currentTarget.hidePopover()
  }

  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={iconOnly ? label : undefined}
        title={iconOnly ? label : undefined}
        className={
          className ?? (iconOnly ? iconButtonClasses : buttonClasses({ variant: 'secondary' }))
        }
      >
        {icon ?? <Ellipsis aria-hidden="true" />}
        {!iconOnly && label}
      </button>
      {/* Hears the presses of the links and buttons inside, which the keyboard reaches. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        id={id}
        popover="auto"
        onClick={chosen}
        className="menu min-w-48 max-w-80 rounded-card border border-line bg-raised p-1.5 text-ink shadow-float"
      >
        {children}
      </div>
    </>
  )
}

type ItemLook = { tone?: 'bad' | undefined; className?: string | undefined }

function itemClasses({ tone, className }: ItemLook) {
  return cx(
    'flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-start hover:bg-sunken',
    'focus-visible:-outline-offset-2 [&_svg]:size-5 [&_svg]:shrink-0',
    tone === 'bad' ? 'text-bad' : 'text-ink [&_svg]:text-muted',
    className,
  )
}

export function MenuLink({ tone, className, ...rest }: ItemLook & ComponentProps<typeof Link>) {
  return <Link {...rest} className={itemClasses({ tone, className })} />
}

export function MenuButton({ tone, className, ...rest }: ItemLook & ComponentProps<'button'>) {
  return <button type="submit" {...rest} className={itemClasses({ tone, className })} />
}
