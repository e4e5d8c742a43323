import type { ComponentProps } from 'react'
import { iconButtonClasses } from './button-classes.ts'
import { cx } from './cx.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** Its name: an icon alone says nothing to a screen reader. */
  label: string
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(iconButtonClasses, className)}
    />
  )
}
