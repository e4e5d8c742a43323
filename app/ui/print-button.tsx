import { Button } from './button.tsx'

/** Opens the print dialog of the browser; without script, its own menu does. */
export function PrintButton({ label }: { label: string }) {
  return (
    <Button type="button" className="noscript:hidden" onClick={() => window.print()}>
      {label}
    </Button>
  )
}
