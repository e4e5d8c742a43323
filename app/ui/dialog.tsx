import X from 'lucide-react/icons/x'
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './icon-button.tsx'

type DialogProps = {
  open: boolean
  /** Called on Escape, on the close button, and on a click outside the dialog. */
  onClose: () => void
  title: string
  closeLabel: string
  text?: ReactNode
  children?: ReactNode
  /** Buttons at the foot, which stays in view. */
  actions?: ReactNode
}

/** A modal question; a sheet from below on phones. The browser returns the focus when it closes. */
export function Dialog({ open, onClose, title, closeLabel, text, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Closed before it leaves the page: an element that is gone gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    return () => element.close()
  }, [open])

  function pressed(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget) onClose()
  }

  return (
    // Clicking outside is only a shortcut; keyboard users have Escape and the close button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClick={pressed}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="dialog fixed inset-0 m-auto mb-0 w-full max-w-none overflow-hidden rounded-t-card bg-raised text-ink shadow-float sm:mb-auto sm:max-w-lg sm:rounded-card"
    >
      {open && (
        <div className="flex max-h-[90dvh] flex-col pb-[env(safe-area-inset-bottom)]">
          {/* In large text the close button stands above a word that needs the whole width. */}
          <header className="flex flex-wrap-reverse items-end justify-end gap-x-4 p-4 pb-2 sm:p-6 sm:pb-2">
            <div className="max-w-full min-w-min flex-1 pt-2">
              <h2 id={titleId} className="text-xl">
                {title}
              </h2>
              {text && <p className="mt-1 text-muted">{text}</p>}
            </div>
            <IconButton label={closeLabel} onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </header>
          {children && (
            <div className="min-h-0 flex-1 scroll-pb-40 overflow-y-auto px-4 py-3 sm:px-6">
              {children}
            </div>
          )}
          {actions && (
            <footer className="flex flex-col-reverse gap-2 p-4 pt-3 sm:flex-row sm:justify-end sm:p-6 sm:pt-3">
              {actions}
            </footer>
          )}
        </div>
      )}
    </dialog>
  )
}
