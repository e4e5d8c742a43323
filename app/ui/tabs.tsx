import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { tabClasses, tabRowClasses } from './tab-classes.ts'

type TabsProps = {
  label: string
  tabs: readonly { id: string; label: ReactNode; content: ReactNode }[]
  defaultTab?: string | undefined
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs that change within one page; needs JavaScript, so never for the way to a booking. */
export function Tabs({ label, tabs, defaultTab }: TabsProps) {
  const base = useId()
  const row = useRef<HTMLDivElement>(null)
  const [chosen, choose] = useState(defaultTab ?? tabs[0]?.id)

  function move(event: KeyboardEvent<HTMLButtonElement>) {
    const target = targetOf(
      event,
      tabs.findIndex((tab) => tab.id === chosen),
    )
    const tab = target === null ? undefined : tabs.at(target % tabs.length)
    if (!tab) return
    event.preventDefault()
    choose(tab.id)
    row.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus()
  }

  return (
    <div>
      <div ref={row} role="tablist" aria-label={label} className={tabRowClasses}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === chosen}
            aria-controls={`${base}-${tab.id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => choose(tab.id)}
            onKeyDown={move}
            className={tabClasses}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${base}-${tab.id}-panel`}
          aria-labelledby={`${base}-${tab.id}`}
          hidden={tab.id !== chosen}
          tabIndex={0}
          className="py-6"
        >
          {tab.content}
        </div>
      ))}
    </div>
  )
}

/** The index to go to (-1 is the last), or null for a key that is not ours. */
function targetOf(event: KeyboardEvent<HTMLElement>, current: number): number | null {
  if (event.key === 'Home') return 0
  if (event.key === 'End') return -1
  const step = steps[event.key]
  if (step === undefined) return null
  return getComputedStyle(event.currentTarget).direction === 'rtl' ? current - step : current + step
}
