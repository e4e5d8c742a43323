import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { tabClasses, tabRowClasses } from './tab-classes.ts'
import { useChosenInView } from './use-chosen-in-view.ts'

type TabLinksProps = {
  /** Name of the landmark: "Dashboard". */
  label: string
  tabs: readonly { to: string; label: ReactNode; current: boolean; icon?: ReactNode }[]
}

/** Tabs that are addresses of their own. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const row = useRef<HTMLElement>(null)
  useChosenInView(row, tabs.find(({ current }) => current)?.to ?? null)
  return (
    <nav ref={row} aria-label={label} className={tabRowClasses}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          aria-current={tab.current ? 'page' : undefined}
          preventScrollReset
          className={tabClasses}
        >
          {tab.icon}
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
