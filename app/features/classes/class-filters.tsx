import Search from 'lucide-react/icons/search'
import { type RefObject, useEffect, useRef } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { weekdayText } from '#app/locale/clock.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { categories, type ClassSearch, type DayAsked } from '#core/classes/rules.ts'

export type DayLink = { day: DayAsked | null; to: string }

type ClassFiltersProps = {
  asked: ClassSearch
  days: readonly DayLink[]
  /** the towns to choose from */
  places: readonly string[]
}

/** A GET form, so that the result has a URL. Each new search starts at the first page. */
export function ClassFilters({ asked, days, places }: ClassFiltersProps) {
  const t = useTranslations('pages.classes')
  const s = useTranslations('shared.category')
  const submit = useSubmit()
  const text = useFollowed<HTMLInputElement>(asked.text)
  const category = useFollowed<HTMLSelectElement>(asked.category ?? '')
  const place = useFollowed<HTMLSelectElement>(nameIn(places, asked.place))
  const hasPlaces = places.length > 1 || Boolean(asked.place)

  return (
    <search className="grid gap-2">
      <Form action="/classes" className="grid gap-3 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex items-end gap-3">
          <TextField
            ref={text}
            className="min-w-0 grow"
            label={t('search')}
            name="q"
            type="search"
            enterKeyHint="search"
            defaultValue={asked.text}
            placeholder={t('searchHint')}
            maxLength={100}
          />
          <Button>
            <Search aria-hidden="true" />
            {t('searchButton')}
          </Button>
        </div>
        <div className={cx('grid gap-3', hasPlaces && 'grid-cols-2')}>
          <SelectField
            ref={category}
            label={t('category')}
            name="category"
            defaultValue={asked.category ?? ''}
            placeholder={t('anyCategory')}
            className="md:w-44"
            options={categories.map((value) => ({ value, label: s(value) }))}
            onChange={(event) => {
              void submit(event.currentTarget.form, { preventScrollReset: true })
            }}
          />
          {hasPlaces && (
            <SelectField
              ref={place}
              label={t('place')}
              name="place"
              defaultValue={nameIn(places, asked.place)}
              placeholder={t('anyPlace')}
              className="md:w-44"
              options={places.map((value) => ({ value, label: value }))}
              onChange={(event) => {
                void submit(event.currentTarget.form, { preventScrollReset: true })
              }}
            />
          )}
        </div>
        {asked.day !== null && <input type="hidden" name="day" value={asked.day} />}
      </Form>
      <DayLinks days={days} current={asked.day} />
    </search>
  )
}

/**
 * The address may change under the form, by a link or the back button; new fields would lose the focus. What was typed since
 * stays.
 */
function useFollowed<Field extends { value: string }>(value: string): RefObject<Field | null> {
  const field = useRef<Field>(null)
  const before = useRef(value)
  useEffect(() => {
    if (field.current?.value === before.current) field.current.value = value
    before.current = value
  }, [value])
  return field
}

/** The place as the list of places writes it. */
function nameIn(places: readonly string[], asked: string | null | undefined): string {
  const same = asked?.toLowerCase()
  return places.find((name) => name.toLowerCase() === same) ?? asked ?? ''
}

/** One row that scrolls sideways on a phone. */
function DayLinks({ days, current }: { days: readonly DayLink[]; current: DayAsked | null }) {
  const t = useTranslations('pages.classes')
  const language = useLocale()
  const nameOf = (day: DayAsked | null) => {
    if (day === null) return t('anyDay')
    return typeof day === 'number' ? weekdayText(day, language) : t(day)
  }
  return (
    <nav
      aria-label={t('days')}
      className="-mx-4 flex gap-2 overflow-x-auto overscroll-x-contain px-4 py-1.5 [scrollbar-width:none] md:mx-0 md:flex-wrap md:overflow-visible md:px-0"
    >
      {days.map(({ day, to }) => (
        <Link
          key={day ?? 'any'}
          to={to}
          aria-current={day === current ? 'true' : undefined}
          preventScrollReset
          className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center rounded-full border border-control bg-raised px-4 whitespace-nowrap first-letter:uppercase hover:border-ink aria-[current=true]:border-accent aria-[current=true]:bg-accent-soft aria-[current=true]:font-medium aria-[current=true]:text-accent"
        >
          {nameOf(day)}
        </Link>
      ))}
    </nav>
  )
}
