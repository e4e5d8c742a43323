import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ShownSpots, type VendorSpot } from './shown-spots.tsx'

type AnswerFormProps = {
  spots: readonly VendorSpot[]
  /** The URL to return to. */
  returnTo: string
  className?: string
  /** `pressed`: the button whose answer is under way */
  children: (pressed: unknown) => ReactNode
}

function AnswerForm({ spots, returnTo, className, children }: AnswerFormProps) {
  const fetcher = useFetcher<NonNullable<AnyFormAnswer>>()
  return (
    <fetcher.Form method="post" action="/dashboard/bookings" className={className}>
      <ShownSpots spots={spots} />
      <input type="hidden" name="returnTo" value={returnTo} />
      {children(fetcher.formData?.get('intent'))}
      <ButtonTrouble answer={fetcher.data} />
    </fetcher.Form>
  )
}

/** Confirms every request of a list with one press. */
export function ConfirmAll({ spots, returnTo }: Pick<AnswerFormProps, 'spots' | 'returnTo'>) {
  const t = useTranslations('vendorBookings.list')
  return (
    <AnswerForm spots={spots} returnTo={returnTo}>
      {(pressed) => (
        <Button
          name="intent"
          value="confirm"
          size="small"
          variant="secondary"
          pending={pressed === 'confirm'}
        >
          {t('confirmAll', { count: spots.length })}
        </Button>
      )}
    </AnswerForm>
  )
}

type AnswerButtonsProps = Pick<AnswerFormProps, 'spots' | 'returnTo'> & {
  /** The customer's name, which the buttons' labels contain for screen readers. */
  name: string
  /** The list that asks the question in place; otherwise it is asked on a page of its own. */
  here?: string
}

/** Confirms what waits for the vendor, or leads to the question whether to reject it. */
export function AnswerButtons({ spots, name, returnTo, here }: AnswerButtonsProps) {
  const t = useTranslations('vendorBookings.list')
  const all = spots.length
  const confirm = all > 1 ? t('confirmAll', { count: all }) : t('confirm')
  const label = (action: string) => t('named', { action, name })
  return (
    <AnswerForm spots={spots} returnTo={returnTo} className="flex gap-2 max-lg:flex-wrap">
      {(pressed) => (
        <>
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
        </>
      )}
    </AnswerForm>
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
