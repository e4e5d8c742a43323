import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { Form, useNavigation } from 'react-router'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'

type Browser = typeof import('@simplewebauthn/browser')

type PasskeyFormProps = {
  intent: string
  /** comes back with the device's answer */
  draft: string
  /** lets the device make a passkey, or sign with one */
  ask: (browser: Browser) => Promise<object>
  button: string
  variant?: 'primary' | 'secondary'
  pendingLabel: string
  /** says why there is no answer of the device */
  explain: (reason: 'cancelled' | 'known') => string
  /** what is there instead if the browser has no passkeys */
  unsupported?: ReactNode
  children?: ReactNode
}

/** Asks the device for a passkey, and sends what it answers. */
export function PasskeyForm({
  intent,
  draft,
  ask,
  button,
  variant = 'primary',
  pendingLabel,
  explain,
  unsupported = null,
  children,
}: PasskeyFormProps) {
  const isSupported = useSyncExternalStore(
    neverChanges,
    () => typeof window.PublicKeyCredential === 'function',
    // Nearly every browser is: a button that comes later would move what is below it.
    () => unsupported === null,
  )
  const form = useRef<HTMLFormElement>(null)
  const response = useRef<HTMLInputElement>(null)
  const isSent = useNavigation().formData?.get('intent') === intent
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function askDevice() {
    setProblem(null)
    setAsking(true)
    try {
      const answer = await ask(await import('@simplewebauthn/browser'))
      if (response.current) response.current.value = JSON.stringify(answer)
      form.current?.requestSubmit()
    } catch (error) {
      const isKnown = error instanceof Error && error.name === 'InvalidStateError'
      setProblem(explain(isKnown ? 'known' : 'cancelled'))
    } finally {
      setAsking(false)
    }
  }

  if (!isSupported) return unsupported
  return (
    <Form ref={form} method="post" noValidate className="grid gap-3 noscript:hidden">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="draft" value={draft} />
      <input ref={response} type="hidden" name="response" defaultValue="" />
      {children}
      <Button
        type="button"
        variant={variant}
        size="large"
        wide
        pending={isSent || isAsking}
        pendingLabel={pendingLabel}
        onClick={() => void askDevice()}
      >
        {button}
      </Button>
      {problem !== null && <Banner tone="bad" title={problem} />}
    </Form>
  )
}

const neverChanges = () => () => {}
