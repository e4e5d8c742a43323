import { lazy, Suspense, useEffect, useState } from 'react'
import { listen, type Notice } from './notify.ts'

const Toasts = lazy(() => import('./toasts.tsx'))

type ToasterProps = {
  /** Name of the region: "Notifications". */
  label: string
  closeLabel: string
}

/** Where toasts appear; the code that draws them is fetched with the first one. */
export function Toaster({ label, closeLabel }: ToasterProps) {
  const [notices, setNotices] = useState<readonly Notice[]>([])

  useEffect(() => listen((notice) => setNotices((before) => [...before, notice])), [])

  if (notices.length === 0) return null

  return (
    <Suspense>
      <Toasts notices={notices} label={label} closeLabel={closeLabel} />
    </Suspense>
  )
}
