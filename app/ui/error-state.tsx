import RotateCw from 'lucide-react/icons/rotate-cw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { Button, LinkButton } from './button.tsx'

type ErrorStateProps = {
  title: string
  text?: ReactNode
  retryLabel: string
  /** Where trying again leads: the same address, so that it works without JavaScript. */
  retryTo?: string | undefined
  onRetry?: (() => void) | undefined
  pending?: boolean | undefined
  level?: 1 | 2 | 3 | undefined
  /** another way out, after trying again */
  otherwise?: ReactNode
}

export function ErrorState(props: ErrorStateProps) {
  const { title, text, retryLabel, retryTo, onRetry, pending, level = 2, otherwise } = props
  const Heading = `h${level}` as const

  return (
    <div
      role="alert"
      className="mx-auto grid max-w-md justify-items-center gap-2 px-4 py-12 text-center"
    >
      <TriangleAlert aria-hidden="true" strokeWidth={1.5} className="mb-2 size-10 text-bad" />
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="text-muted">{text}</p>}
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {onRetry ? (
          <Button type="button" variant="secondary" onClick={onRetry} pending={pending}>
            {!pending && <RotateCw aria-hidden="true" />}
            {retryLabel}
          </Button>
        ) : (
          <LinkButton variant="secondary" to={retryTo ?? ''} reloadDocument>
            <RotateCw aria-hidden="true" />
            {retryLabel}
          </LinkButton>
        )}
        {otherwise}
      </div>
    </div>
  )
}
