import { useEffect, useRef, useState } from 'react'
import { textsIn, typedIn } from '#app/http/form-answer.ts'

/** What stands in a form now, for a preview beside it. The form has `ref` and calls `follow` on every input. */
export function useTyped(first: Readonly<Record<string, string>>) {
  const [typed, setTyped] = useState(first)
  const ref = useRef<HTMLFormElement>(null)
  function follow() {
    // A moment later: a field that follows another one has its text only once React has drawn it.
    setTimeout(() => ref.current && setTyped(textsIn(typedIn(new FormData(ref.current)))))
  }
  // What a browser has filled in before the script ran.
  useEffect(follow, [])
  return { typed, ref, follow }
}
