import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import type { SubmitEvent } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'

type ThemeToggleProps = {
  toLightLabel: string
  toDarkLabel: string
  /** The URL to return to without JavaScript. */
  returnTo?: string | undefined
  className?: string | undefined
}

const yearSeconds = 365 * 24 * 60 * 60

/** Renders both buttons; the stylesheet shows one, so that the server need not know the theme. */
export function ThemeToggle({ toLightLabel, toDarkLabel, returnTo, className }: ThemeToggleProps) {
  return (
    <form
      method="post"
      action="/theme"
      onSubmit={switchTheme}
      className={cx('inline-flex', className)}
    >
      {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
      <span className="hidden dark:inline">
        <IconButton type="submit" name="theme" value="light" label={toLightLabel}>
          <Sun aria-hidden="true" />
        </IconButton>
      </span>
      <span className="dark:hidden">
        <IconButton type="submit" name="theme" value="dark" label={toDarkLabel}>
          <Moon aria-hidden="true" />
        </IconButton>
      </span>
    </form>
  )
}

function switchTheme(event: SubmitEvent<HTMLFormElement>) {
  const pressed = event.nativeEvent.submitter
  if (!(pressed instanceof HTMLButtonElement)) return
  event.preventDefault()
  const theme = pressed.value
  document.documentElement.dataset['theme'] = theme
  document.cookie = `theme=${theme}; path=/; max-age=${yearSeconds}; samesite=lax`
  // The pressed button has just been hidden; its twin takes the focus.
  event.currentTarget.querySelector<HTMLElement>(`button:not([value="${theme}"])`)?.focus()
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage is refused in some private windows; the cookie remembers.
  }
}
