import { useEffect, useState } from 'react'
import { Banner } from './banner.tsx'
import { listen, type Notice } from './notify.ts'

type Drawing = typeof import('./toasts.tsx')

type ToasterProps = {
  /** Name of the region: "Notifications". */
  label: string
  closeLabel: string
}

/** Where toasts appear; the code that draws them is fetched with the first one. Without it, the last is a banner. */
export function Toaster({ label, closeLabel }: ToasterProps) {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const [drawing, setDrawing] = useState<Drawing | 'failed' | null>(null)

  useEffect(() => listen((notice) => setNotices((before) => [...before, notice])), [])

  useEffect(() => {
    if (notices.length > 0) import('./toasts.tsx').then(setDrawing, () => setDrawing('failed'))
  }, [notices])

  const last = notices.at(-1)
  if (!last || drawing === null) return null
  if (drawing === 'failed')
    return (
      <div className="page pt-4">
        <Banner {...last} />
      </div>
    )
  return <drawing.default notices={notices} label={label} closeLabel={closeLabel} />
}
