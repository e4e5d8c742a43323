import { useTranslations } from 'use-intl'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Gallery } from '#app/features/pictures/gallery.tsx'
import type { PictureShown } from '#core/pictures/rules.ts'
import { AskedVendor, OpenedSheet } from './book-link.tsx'
import { BookingBar } from './booking-bar.tsx'
import { CatalogueLayout } from './catalogue-layout.tsx'
import { FacilityCards } from './facility-cards.tsx'
import type { PickableClass } from './trainer-page.server.ts'
import { ScheduleLayout } from './schedule-layout.tsx'
import type { TrainerCalendar } from './trainer-calendar.ts'
import type { ListedSession } from './session-list.tsx'
import { type ShownTrainer, TrainerHeader } from './trainer-header.tsx'
import { type TrainerElsewhere, TrainerLinks } from './trainer-links.tsx'

export type TrainerPageProps = {
  layout: 'schedule' | 'catalogue'
  /** nothing can be booked online; customers ask */
  asks: boolean
  vendor: ShownTrainer & { timeZone: string; elsewhere: TrainerElsewhere }
  gallery: readonly PictureShown[]
  failed: { profile: boolean; bundles: boolean }
  /** of everything on the page; null: could not be counted */
  count: { classes: number; listed: number; sessions: number | null }
  search: string
  category: string
  /** that its classes have */
  categories: readonly string[]
  /** null: could not be read */
  classes: readonly PickableClass[] | null
  facilities: readonly PickableClass[]
  selected: (PickableClass & { description: string }) | null
  date: string | null
  sessions: readonly ListedSession[] | null
  calendar: TrainerCalendar | null
  now: Date
  links: {
    page: string
    allClasses: string
    clearSelection: string
    clearDate: string
    later: string | null
    first: string | null
  }
  /** the reader works here */
  editable?: boolean
}

/** A vendor's public page: who they are, their classes, and every upcoming session one can book. */
export function TrainerPage(page: TrainerPageProps) {
  const t = useTranslations('trainer')
  const { layout, vendor, failed } = page
  // What the category leaves out is not offered below it either.
  const bookable = page.category
    ? (page.sessions?.filter(({ classId }) => page.classes?.some(({ id }) => id === classId)) ??
      null)
    : page.sessions
  return (
    <AskedVendor value={page.asks ? vendor.name : null}>
      <main id="main" className="page pb-12">
        <TrainerHeader trainer={vendor} />
        {failed.profile && <Banner tone="bad" title={t('couldNotLoadProfile')} className="mt-4" />}
        {failed.bundles && <Banner tone="bad" title={t('couldNotLoadBundles')} className="mt-4" />}
        {(page.facilities.length === 0 || page.count.classes > 0) &&
          (layout === 'catalogue' ? <CatalogueLayout {...page} /> : <ScheduleLayout {...page} />)}
        <FacilityCards facilities={page.facilities} />
        <Gallery pictures={page.gallery} name={vendor.name} />
        <TrainerLinks of={vendor.elsewhere} name={vendor.name} />
        <BookingBar layout={layout} sessions={bookable} now={page.now} />
        <OpenedSheet words={layout} sessions={page.sessions ?? []} />
      </main>
      <SiteFooter />
    </AskedVendor>
  )
}
