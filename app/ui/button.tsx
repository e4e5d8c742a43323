import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router'
import { type ButtonLook, buttonClasses } from './button-classes.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    /** Work is under way: the button keeps its place and focus and takes no second press. */
    pending?: boolean | undefined
    /** The label while busy; by default the normal label. */
    pendingLabel?: string | undefined
  }

export function Button(props: ButtonProps) {
  const { variant, size, wide, className, pending, pendingLabel, children, onClick, ...rest } =
    props

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (pending) {
      event.preventDefault()
      return
    }
    onClick?.(event)
  }

  return (
    <button
      type="submit"
      {...rest}
      // disabled would throw away the focus while the form is on its way.
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={press}
      className={buttonClasses({ variant, size, wide, className })}
    >
      {pending && <Spinner />}
      {pending && pendingLabel ? pendingLabel : children}
    </button>
  )
}

type LinkButtonProps = ButtonLook & ComponentProps<typeof Link>

export function LinkButton({ variant, size, wide, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={buttonClasses({ variant, size, wide, className })} />
}
