import { Button } from '#app/ui/button.tsx'
import { useLive } from '#app/ui/use-browser.ts'

/** Opens the print dialog of the browser; without script, its own menu does. */
export function PrintButton({ label }: { label: string }) {
  const live = useLive()
  if (!live) return null
  return (
    <Button type="button" onClick={() => window.print()}>
      {label}
    </Button>
  )
}
