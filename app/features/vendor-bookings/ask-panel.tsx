import { useLocale, useTranslations } from 'use-intl'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { reachSentences } from '#app/features/workspace/reach-sentences.ts'
import { Question } from '#app/ui/question.tsx'
import { formatMoney } from '#core/shared/money.ts'
import type { Reach } from '#core/classes/queries/reach.ts'
import { ShownSpots, type SpotMoney, type VendorSpot } from './shown-spots.tsx'

export type Asked = {
  action: 'cancel' | 'delete' | 'reject'
  spots: readonly (VendorSpot & SpotMoney)[]
  sessions: readonly { classTitle: string; date: string; startTime: string; spots: number }[]
  name: string
  classTitle: string
  date: string
  startTime: string
  /** paid for these spots, in minor units: what goes back to cards by itself, and the rest; a bundle keeps its payments */
  paid: { cardMinor: number; restMinor: number; currency: string }
  reach: Pick<Reach, 'told' | 'toldSpots' | 'unreached'>
  /** where it was asked, when that was not the list */
  returnTo: string | null
}

type AskPanelProps = {
  asked: Asked
  /** where the answer leads */
  list: string
  /** where "Keep it" leads, if not there too */
  back?: string
  level: 3 | 4
}

/**
 * Asks before a request is rejected or a booking is cancelled or deleted. Has its own URL, so that it needs no JavaScript.
 */
export function AskPanel({ asked, list, back, level }: AskPanelProps) {
  const t = useTranslations('workspace')
  const bookingTexts = useTranslations('vendorBookings')
  const ask = useTranslations('workspace.ask')
  const dayTime = useDayTime()
  const language = useLocale()
  const about = asked.spots.map(({ id }) => id).join()

  const returnTo = asked.returnTo ?? list
  const { cardMinor, restMinor, currency } = asked.paid
  const price = (minor: number) => formatMoney({ minor, currency }, language)
  const facts = { class: asked.classTitle, when: dayTime(asked) }
  return (
    <div id="ask" className="scroll-mt-[30vh] pt-1 pb-4">
      <Question
        key={`${asked.action} ${about}`}
        level={level}
        title={bookingTexts(`list.ask.${asked.action}`, { name: asked.name })}
        text={[
          bookingTexts(`list.ask.${asked.action}Text`, facts),
          cardMinor > 0 && bookingTexts('list.ask.toCard', { price: price(cardMinor) }),
          restMinor > 0 &&
            bookingTexts(`list.ask.${asked.action}Paid`, { price: price(restMinor) }),
          ...reachSentences(asked.reach, ask),
        ]
          .filter(Boolean)
          .join(' ')}
        // A button that is about several dates names each.
        list={
          asked.sessions.length > 1
            ? asked.sessions.map(
                (one) =>
                  `${one.classTitle} · ${dayTime(one)}${one.spots > 1 ? ` × ${one.spots}` : ''}`,
              )
            : []
        }
        agree={{
          label: bookingTexts(`list.ask.${asked.action}Button`),
          name: 'intent',
          value: asked.action,
        }}
        back={{ to: back ?? returnTo, label: t('keep') }}
        action="/dashboard/bookings"
      >
        {/* What is deleted goes with its money. */}
        <ShownSpots
          {...(asked.action === 'delete' ? { money: asked.spots } : { spots: asked.spots })}
        />
        <input type="hidden" name="returnTo" value={returnTo} />
      </Question>
    </div>
  )
}
