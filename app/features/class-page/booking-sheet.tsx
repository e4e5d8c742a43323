import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { useTranslations } from 'use-intl'
import { AskTrainer } from '#app/features/booking/ask-trainer.tsx'
import type { BookingAnswer } from '#app/features/booking/booking-answer.ts'
import type { BookingOffer } from '#app/features/booking/booking-offer.ts'
import { useRememberedCustomer } from '#app/features/booking/use-remembered-customer.ts'
import { fieldId } from '#app/features/forms/use-form.ts'
import { SessionTime } from '#app/features/sessions/session-time.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { SessionCard } from '#core/classes/queries/public-sessions.ts'
import { bookButtonId, BookingForm } from './booking-form.tsx'

/** What the class's page answers when it is read; without an offer the class is gone, or could not be read. */
type ClassRead = { offer?: BookingOffer }

type BookingSheetProps = {
  session: SessionCard
  /** the page of the class, with the session already chosen */
  address: string
  title: string
  onClose: () => void
}

/** The form of a class over the page where its session was chosen. It reads and sends what the class's page would. */
export default function BookingSheet({ session, address, title, onClose }: BookingSheetProps) {
  const s = useTranslations('shared')
  const b = useTranslations('booking')
  const reading = useFetcher<ClassRead>()
  const sending = useFetcher<NonNullable<BookingAnswer>>()
  const [shown, show] = useState(address)
  const { load } = reading
  useEffect(() => {
    void load(shown)
  }, [load, shown])
  const offer = reading.data?.offer
  const isThere = offer !== undefined
  useEffect(() => {
    if (!isThere) return
    // For a remembered guest, who has no field, the button.
    const first = document.getElementById(fieldId('name')) ?? document.getElementById(bookButtonId)
    first?.focus()
  }, [isThere])
  // The form is higher for a customer who is not remembered. What is pressed while it comes must not move away.
  const customer = useRememberedCustomer()
  const asksVendor = offer?.asks === true
  const titleOf = (read: BookingOffer | undefined) => {
    if (read && asksVendor) return b('ask.title', { kind: 'class', name: read.business })
    return read && read.confirmedBy !== null ? b('form.request.title') : null
  }
  const isGone = reading.state === 'idle' && reading.data !== undefined && !offer
  return (
    <Dialog open onClose={onClose} title={titleOf(offer) ?? title} closeLabel={s('close')}>
      <p className="pb-4 font-medium wrap-anywhere">
        <bdi>{session.classTitle}</bdi>
      </p>
      {offer && asksVendor ? (
        <div className="pb-3">
          <AskTrainer offer={offer} ways={offer.ways} />
        </div>
      ) : offer ? (
        <>
          {/* Another contact may still book. */}
          {sending.data?.more?.asksVendor === true && (
            <div className="pb-5">
              <AskTrainer offer={offer} ways={offer.ways} />
            </div>
          )}
          <BookingForm
            offer={offer}
            answer={sending.data}
            sheet={{ Form: sending.Form, pending: sending.state !== 'idle', open: show }}
          />
        </>
      ) : isGone ? (
        <Banner
          tone="warn"
          title={b('failed.not_found')}
          action={<LinkButton to={address}>{s('retry')}</LinkButton>}
        />
      ) : (
        <output className={cx('flex flex-col gap-4', customer ? 'min-h-103' : 'min-h-150')}>
          <p className="font-medium">
            <SessionTime
              startsAt={session.startsAt}
              endsAt={session.endsAt}
              zone={session.timeZone}
              day
            />
          </p>
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="mt-auto h-12" />
        </output>
      )}
    </Dialog>
  )
}
