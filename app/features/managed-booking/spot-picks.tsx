import { useLocale } from 'use-intl'
import { useTranslations } from 'use-intl'
import { momentText } from '#app/locale/clock.ts'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import type { SeenSpot } from '#core/bookings/rules/seen.ts'
import type { ManagedPurchase, ManagedSpot } from './managed.ts'

type SpotPicksProps = {
  legend: string
  purchase: ManagedPurchase
  may: (spot: ManagedSpot) => boolean
  /** what was ticked in a form that came back */
  picked?: readonly string[] | undefined
  errors?: readonly string[] | undefined
}

/** Which spots of a purchase are meant; a single one needs no question. */
export function SpotPicks({ legend, purchase, may, picked, errors }: SpotPicksProps) {
  const t = useTranslations('booking')
  const language = useLocale()
  const choices = purchase.sessions.flatMap((session) =>
    session.spots.filter(may).map((spot) => ({ spot, session })),
  )
  const [only] = choices
  if (choices.length === 1 && only) return <input type="hidden" name="spot" value={only.spot.id} />
  return (
    <Fieldset legend={legend} errors={errors} id="spot">
      <div>
        {choices.map(({ spot, session }, at) => (
          <CheckboxField
            key={spot.id}
            name="spot"
            value={spot.id}
            // The dates of a bundle are rarely meant all at once.
            defaultChecked={picked?.includes(spot.id) ?? purchase.sessions.length === 1}
            label={
              // The dates of a bundle need no numbers; the spots of one session have nothing else.
              session.spots.length === 1
                ? momentText(session.startsAt, session.timeZone, language)
                : t('manage.spot', {
                    n: at + 1,
                    when: momentText(session.startsAt, session.timeZone, language),
                  })
            }
          />
        ))}
      </div>
    </Fieldset>
  )
}

/** The spots of a purchase as its page shows them. */
export const seenSpots = ({ sessions }: ManagedPurchase): SeenSpot[] =>
  sessions.flatMap(({ id: sessionId, spots }) =>
    spots.map(({ id, cancelling }) => ({ id, sessionId, isFree: cancelling === 'free' })),
  )
