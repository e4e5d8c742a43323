import Trash from 'lucide-react/icons/trash-2'
import type { MouseEvent, ReactNode } from 'react'
import { IconButton } from '#app/ui/icon-button.tsx'
import { type Control, controls, tell } from '#app/ui/use-early-input.ts'

type SpareRowProps = {
  /** something stands in it */
  isUsed: boolean
  /** opens it */
  add: string
  /** empties it; the value of its button says the same where no script runs */
  remove: { label: string; intent: string }
  children: ReactNode
}

/** A row that a button opens. Open, it has no button to fold it: what is filled in stays in sight until it is removed. */
export function SpareRow({ isUsed, add, remove, children }: SpareRowProps) {
  return (
    <details
      className="spare-row"
      open={isUsed || undefined}
      // What comes back after the Back button comes into a folded row.
      onInput={({ currentTarget, target }) => {
        if (target instanceof HTMLInputElement && target.value !== '') currentTarget.open = true
      }}
    >
      <summary
        className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4"
        onClick={({ currentTarget }) => {
          const row = currentTarget.parentElement
          setTimeout(() => row?.querySelector<Control>(controls)?.focus())
        }}
      >
        {add}
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
        {children}
        <IconButton
          type="submit"
          name="intent"
          value={remove.intent}
          formNoValidate
          label={remove.label}
          onClick={empty}
          className="mt-7.5"
        >
          <Trash aria-hidden="true" />
        </IconButton>
      </div>
    </details>
  )
}

function empty(event: MouseEvent<HTMLButtonElement>) {
  event.preventDefault()
  const row = event.currentTarget.closest('details')
  if (!row) return
  for (const input of row.querySelectorAll('input')) {
    if (input.type !== 'hidden') tell(input, '')
    // The row is a new one when it is opened again.
    else if (input.name.endsWith('.id')) input.value = ''
  }
  row.open = false
  row.querySelector('summary')?.focus()
}
