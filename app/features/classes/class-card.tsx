import { useMemo } from 'react'
import { Link, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useLiveSpots } from '#app/features/sessions/live-spots.ts'
import { useMomentText } from '#app/features/sessions/session-time.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import type { FoundClass } from '#core/classes/queries/search.ts'
import { CardHead } from './card-head.tsx'
import { type CardBundle, CardBundles } from './card-bundles.tsx'
import { RecurrenceText } from './recurrence.tsx'

export type ListedClass = FoundClass & { bundles: readonly CardBundle[] }

type ClassCardProps = {
  listed: ListedClass
  /** Within the first screen: its picture is not put off. */
  early: boolean
}

/** A class in the list of all classes. */
export function ClassCard({ listed, early }: ClassCardProps) {
  const t = useTranslations('pages.classes')
  const { vendor } = listed
  const name = vendor.name || t('unknownVendor')
  return (
    <Card as="li" flush className="flex flex-col">
      {listed.imageUrl && (
        <img
          src={listed.imageUrl}
          alt=""
          loading={early ? 'eager' : 'lazy'}
          width="640"
          height="320"
          className="aspect-2/1 w-full bg-sunken object-cover"
        />
      )}
      <div className="flex flex-1 flex-col gap-4 p-4 sm:p-5">
        <CardHead of={listed}>
          <h2 className="text-lg">
            <Title listed={listed} />
          </h2>
          <p className="text-muted">
            {vendor.username ? (
              <Link
                to={`/${vendor.username}`}
                className="inline-flex min-h-6 items-center wrap-anywhere hover:text-ink hover:underline"
              >
                {t('by', { name })}
              </Link>
            ) : (
              t('by', { name })
            )}
          </p>
        </CardHead>
        <Times listed={listed} />
        <div className="grid gap-4">
          <BookLink listed={listed} />
          <CardBundles classId={listed.id} title={listed.title} bundles={listed.bundles} />
        </div>
      </div>
    </Card>
  )
}

/** Without bookable sessions there is no link. */
function Title({ listed }: { listed: ListedClass }) {
  if (listed.registrationClosed) {
    return (
      <span dir="auto" className="wrap-anywhere">
        {listed.title}
      </span>
    )
  }
  return (
    <Link
      to={`/book/class/${listed.id}`}
      dir="auto"
      className="inline-flex min-h-6 items-center wrap-anywhere hover:underline"
    >
      {listed.title}
    </Link>
  )
}

function Times({ listed }: { listed: ListedClass }) {
  const t = useTranslations('pages.classes')
  const s = useTranslations('shared')
  const b = useTranslations('booking')
  const momentOf = useMomentText()
  const { nextSession, recurrence } = listed
  const [next] = useLiveSpots(
    useMemo(() => (nextSession === null ? [] : [nextSession]), [nextSession]),
  )
  const place = listed.online ? s('online') : listed.location
  return (
    <div className="grid gap-1">
      {recurrence.length > 0 && <RecurrenceText pairs={recurrence} />}
      {/* Room for the reader's own time, which comes with the script. */}
      <p className="min-h-[2lh] text-muted" suppressHydrationWarning>
        {next ? t('next', { when: momentOf(next.startsAt, listed.timeZone) }) : t('noNext')}
      </p>
      {place && (
        <p dir="auto" className="truncate text-start text-muted">
          {place}
        </p>
      )}
      {next && !next.cancelled && (
        <SpotMeter
          taken={next.currentStudents}
          capacity={next.maxStudents}
          label={b('taken', { taken: next.currentStudents, capacity: next.maxStudents })}
          className="mt-1"
        />
      )}
    </div>
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
