import { useFetcher } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ShownSpots, type VendorSpot } from './shown-spots.tsx'

type ConfirmAllProps = { spots: readonly VendorSpot[]; returnTo: string }

/** Confirms every request of a list with one press. */
export function ConfirmAll({ spots, returnTo }: ConfirmAllProps) {
  const t = useTranslations('workspace.bookings')
  const fetcher = useFetcher<NonNullable<AnyFormAnswer>>()
  return (
    <fetcher.Form method="post" action="/dashboard/bookings">
      <ShownSpots spots={spots} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button
        name="intent"
        value="confirm"
        size="small"
        variant="secondary"
        pending={fetcher.state !== 'idle'}
      >
        {t('confirmAll', { count: spots.length })}
      </Button>
      <ButtonTrouble answer={fetcher.data} />
    </fetcher.Form>
  )
}

type AnswerButtonsProps = {
  spots: readonly VendorSpot[]
  /** The customer's name, which the buttons' labels contain for screen readers. */
  name: string
  /** The URL to return to. */
  returnTo: string
  /** The list that asks the question in place; otherwise it is asked on a page of its own. */
  here?: string
}

/** Confirms what waits for the vendor, or leads to the question whether to reject it. */
export function AnswerButtons({ spots, name, returnTo, here }: AnswerButtonsProps) {
  const t = useTranslations('workspace.bookings')
  const fetcher = useFetcher<NonNullable<AnyFormAnswer>>()
  const pressed = fetcher.formData?.get('intent')
  const all = spots.length
  const confirm = all > 1 ? t('confirmAll', { count: all }) : t('confirm')
  const label = (action: string) => t('named', { action, name })
  return (
    <fetcher.Form
      method="post"
      action="/dashboard/bookings"
      className="flex gap-2 max-lg:flex-wrap"
    >
      <ShownSpots spots={spots} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button
        name="intent"
        value="confirm"
        size="small"
        variant="soft"
        pending={pressed === 'confirm'}
        aria-label={label(confirm)}
      >
        {confirm}
      </Button>
      <LinkButton
        to={rejectAddress(spots, returnTo, here)}
        size="small"
        variant="quiet"
        aria-label={label(t('reject'))}
      >
        {t('reject')}
      </LinkButton>
      <ButtonTrouble answer={fetcher.data} />
    </fetcher.Form>
  )
}

function rejectAddress(
  spots: readonly VendorSpot[],
  returnTo: string,
  here = '/dashboard/bookings',
): string {
  const query = new URLSearchParams({ ask: 'reject' })
  for (const { id } of spots) query.append('booking', id)
  query.set('returnTo', returnTo)
  return `${here}${here.includes('?') ? '&' : '?'}${query.toString()}#ask`
}
