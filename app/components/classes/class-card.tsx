import { Link, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Price } from '../booking/price.tsx'
import { useMomentText } from '../booking/session-time.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type Recurrence, RecurrenceText } from './recurrence.tsx'

export type ListedClass = {
  id: string
  title: string
  imageUrl: string | null
  location: string | null
  online: boolean
  priceMinor: number
  currency: string
  recurrence: Recurrence[]
  nextStartsAt: Date | null
  timeZone: string
  registrationClosed: boolean
  vendor: { username: string; businessName: string | null; fullName: string | null }
}

/** A class in the list of all classes. */
export function ClassCard({ listed }: { listed: ListedClass }) {
  const t = useTranslations('pages.classes')
  const s = useTranslations('shared')
  const momentOf = useMomentText()
  const { vendor } = listed
  const name = vendor.businessName || vendor.fullName || t('unknownVendor')
  const place = listed.online ? s('online') : listed.location
  return (
    <Card as="li" flush className="flex flex-col">
      {listed.imageUrl && (
        <img
          src={listed.imageUrl}
          alt=""
          loading="lazy"
          width="640"
          height="320"
          className="aspect-2/1 w-full bg-sunken object-cover"
        />
      )}
      <div className="flex flex-1 flex-col gap-4 p-4 sm:p-5">
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h2 className="text-lg">{listed.title}</h2>
            <p className="text-muted">
              {vendor.username ? (
                <Link
                  to={`/${vendor.username}`}
                  className="inline-flex min-h-6 items-center hover:text-ink hover:underline"
                >
                  {t('by', { name })}
                </Link>
              ) : (
                t('by', { name })
              )}
            </p>
          </div>
          <p className="shrink-0 text-lg font-semibold">
            <Price minor={listed.priceMinor} currency={listed.currency} />
          </p>
        </div>
        <div className="mt-auto grid gap-1">
          {listed.recurrence.length > 0 && <RecurrenceText pairs={listed.recurrence} />}
          <p className="text-muted" suppressHydrationWarning>
            {listed.nextStartsAt
              ? t('next', { when: momentOf(listed.nextStartsAt, listed.timeZone) })
              : t('noNext')}
          </p>
          {place && <p className="truncate text-muted">{place}</p>}
        </div>
        <BookLink listed={listed} />
      </div>
    </Card>
  )
}

function BookLink({ listed }: { listed: ListedClass }) {
  const t = useTranslations('pages.classes')
  const to = `/book/class/${listed.id}`
  const opening = useNavigation().location?.pathname === to
  if (listed.registrationClosed) {
    return (
      <Button type="button" variant="secondary" wide disabled>
        {t('closed')}
      </Button>
    )
  }
  return (
    <LinkButton to={to} wide aria-label={t('bookOf', { title: listed.title })}>
      {opening && <Spinner label={t('opening')} />}
      {t('book')}
    </LinkButton>
  )
}
