import { useState } from 'react'

/** Says aloud what a press has changed elsewhere on the page, and nothing when the page opens. */
export function Announced({ text }: { text: string }) {
  const [before, setBefore] = useState(text)
  const [said, setSaid] = useState('')
  if (text !== before) {
    setBefore(text)
    setSaid(text)
  }
  return <output className="sr-only">{said}</output>
}
