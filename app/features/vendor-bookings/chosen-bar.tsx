import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'
import { countChosen } from './count-chosen.ts'

/** The id of the form that the boxes of the list belong to. */
export const chosenForm = 'chosen'

/** Leads to the page of what was ticked in the list. Where scripts run, the styles show it once something is ticked. */
export function ChosenBar({ here }: { here: string }) {
  const t = useTranslations('vendorBookings.choose')
  const [count, setCount] = useState(0)

  // After each rendering too: the list may have lost rows, or the browser may have ticked what was ticked before.
  useEffect(() => {
    const look = () => setCount(countTicked())
    look()
    document.addEventListener('change', look)
    return () => document.removeEventListener('change', look)
  })

  /** The bar goes with the last tick: the focus goes to a box that had one. The browser takes the ticks away after the event. */
  function clear() {
    document.querySelector<HTMLElement>(`input[form="${chosenForm}"]:checked`)?.focus()
    setTimeout(() => setCount(countTicked()))
  }

  return (
    <Form
      id={chosenForm}
      method="get"
      action="/dashboard/bookings/selected"
      onReset={clear}
      className="chosen-bar flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-paper py-2"
    >
      <input type="hidden" name="returnTo" value={here} />
      <p aria-live="polite" className="text-sm text-muted">
        {count > 0 ? t('count', { count }) : t('hint')}
      </p>
      <div className="flex flex-wrap gap-x-2 gap-y-1">
        <Button variant="secondary" size="small">
          {t('more')}
        </Button>
        <Button variant="secondary" size="small" formAction="/dashboard/bookings/message">
          {t('message')}
        </Button>
        <Button variant="secondary" size="small" name="ask" value="cancel">
          {t('cancel')}
        </Button>
        <Button type="reset" variant="quiet" size="small" className="noscript:hidden">
          {t('clear')}
        </Button>
      </div>
    </Form>
  )
}

function countTicked(): number {
  const boxes = document.querySelectorAll<HTMLInputElement>(`input[form="${chosenForm}"]`)
  return countChosen(
    [...boxes].map((box) => ({
      name: box.name,
      value: box.value,
      checked: box.checked,
      isHeld: box.dataset['held'] !== undefined,
    })),
  )
}
