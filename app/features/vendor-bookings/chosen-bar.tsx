import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'

/** The id of the form that the boxes of the list belong to. */
export const chosenForm = 'chosen'

/** Leads to the page of what was ticked in the list. */
export function ChosenBar({ here }: { here: string }) {
  const t = useTranslations('vendorBookings.choose')
  return (
    <Form
      id={chosenForm}
      method="get"
      action="/dashboard/bookings/selected"
      className="sticky bottom-0 z-10 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-paper py-2"
    >
      <input type="hidden" name="returnTo" value={here} />
      <p className="text-sm text-muted max-md:sr-only">{t('hint')}</p>
      <Button variant="secondary">{t('button')}</Button>
    </Form>
  )
}
