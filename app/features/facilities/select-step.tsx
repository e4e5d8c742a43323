import { useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { fieldId, type FormShown } from '#app/features/forms/use-form.ts'
import { isOpen, type OpenSession } from '#app/features/sessions/session-choice.tsx'
import { SessionTime, ZoneNote } from '#app/features/sessions/session-time.tsx'
import { dayHeading, dayText, monthText, weekdayText } from '#app/locale/clock.ts'
import { Announced } from '#app/ui/announced.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { useChosenInView } from '#app/ui/use-chosen-in-view.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { isFull } from '#core/classes/rules.ts'
import { ExtraPrice } from './facility-facts.tsx'
import { PeopleField } from './people-field.tsx'
import type { SlotOffer } from './wizard.ts'

type SelectStepProps = {
  offer: SlotOffer
  /** of the chosen day, as they are now */
  slots: readonly OpenSession[]
  slot: string
  people: string
  extras: readonly string[]
  form: FormShown
}

/** The first step: day, time, people and extras. */
export function SelectStep({ offer, slots, slot, people, extras, form }: SelectStepProps) {
  const t = useTranslations('facilities')
  const b = useTranslations('booking')
  const language = useLocale()
  const { facility, date, now } = offer
  const [first] = slots
  const free = slots.filter((one) => isOpen(one, now)).length
  const chosen = [new Date(`${date}T12:00:00Z`), 'UTC', language] as const
  const day = dayHeading(...chosen)
  const preselected = slots.find((one) => one.id === slot && isOpen(one, now))?.id ?? undefined
  return (
    <>
      <fieldset className="grid min-w-0">
        <legend className="mb-1 font-medium">{t('select.date')}</legend>
        <Days offer={offer} />
        <Announced text={t('select.day', { day, n: free })} />
      </fieldset>
      <RadioCards
        key={`${date} ${preselected ?? ''}`}
        name="slot"
        id={fieldId('slot')}
        // What is missing stands above the form, in the words of the whole step.
        errors={form.answer?.problem ? undefined : form.of('slot')}
        legend={first ? `${t('select.time')}: ${dayText(...chosen)}` : t('select.time')}
        description={free > 0 ? undefined : t('select.none')}
        defaultValue={preselected}
        columns={2}
        options={slots.map((one) => ({
          value: one.id,
          disabled: !isOpen(one, now),
          title: <SessionTime startsAt={one.startsAt} endsAt={one.endsAt} zone={one.timeZone} />,
          text: isOpen(one, now)
            ? undefined
            : one.cancelled
              ? b('status.cancelled')
              : isFull(one)
                ? b('form.full')
                : b('form.closed'),
        }))}
      />
      <ZoneNote zone={facility.timeZone} at={now} />
      <PeopleField most={facility.maxPeople} value={people} errors={form} />
      {facility.extras.length > 0 && (
        <Fieldset legend={t('extras')}>
          <div className="grid">
            {facility.extras.map((extra) => (
              <CheckboxField
                key={extra.id}
                name="extra"
                value={extra.id}
                defaultChecked={extras.includes(extra.id)}
                label={
                  <span className="flex flex-wrap gap-x-3">
                    <bdi className="wrap-anywhere">{extra.name}</bdi>
                    <ExtraPrice of={extra} currency={facility.currency} />
                  </span>
                }
              />
            ))}
          </div>
        </Fieldset>
      )}
    </>
  )
}

/** The days that can be booked. Each is a button of the form, so that nothing chosen is lost where no script runs. */
function Days({ offer: { days, date, to } }: { offer: SlotOffer }) {
  const b = useTranslations('booking')
  const language = useLocale()
  const strip = useRef<HTMLUListElement>(null)
  useChosenInView(strip, date)
  return (
    <ul ref={strip} className="day-strip">
      {days.map((day) => {
        const noon = new Date(`${day.date}T12:00:00Z`)
        return (
          <li key={day.date}>
            <button
              name="intent"
              value="to-select"
              formNoValidate
              formAction={`${to}?date=${day.date}#book`}
              aria-current={day.date === date ? 'date' : undefined}
              data-full={day.open ? undefined : ''}
              suppressHydrationWarning
            >
              <span>{weekdayText(noon.getUTCDay() || 7, language)}</span> <b>{noon.getUTCDate()}</b>{' '}
              <span suppressHydrationWarning>{monthText(noon, language)}</span>
              {!day.open && <VisuallyHidden>, {b('form.full')}</VisuallyHidden>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
