import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Banner } from '#app/ui/banner.tsx'
import { Question } from '#app/ui/question.tsx'

type EraseFormProps = {
  name: string
  contacts: readonly string[]
  /** finds these bookings in the list */
  search: string
  /** the names in these bookings */
  names: readonly string[]
  bookings: number
  upcoming: number
  sessionsLeft: number
  /** the form's text when the vendor agrees to erase exactly these purchases */
  agreed: string
  list: string
}

/** Asks before a person's data is erased, with what it covers; says what has to be done first. */
export function EraseForm({
  name,
  contacts,
  search,
  names,
  bookings,
  upcoming,
  sessionsLeft,
  agreed,
  list,
}: EraseFormProps) {
  const t = useTranslations('vendorBookings.erase')
  if (upcoming > 0)
    return (
      <Banner
        tone="warn"
        title={t('hasUpcoming')}
        text={t('hasUpcomingText', { count: upcoming })}
        action={
          <Link
            to={`/dashboard/bookings?q=${encodeURIComponent(search)}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('toBookings')}
          </Link>
        }
      />
    )
  return (
    <Question
      level={3}
      title={t('title', { name })}
      text={t('text')}
      list={[
        t('covers', { count: bookings, names: names.join(', ') }),
        ...(contacts.length > 0 ? [t('contacts', { contacts: contacts.join(', ') })] : []),
        ...(sessionsLeft > 0 ? [t('sessionsLeft', { count: sessionsLeft })] : []),
        t('stays'),
      ]}
      agree={{ label: t('button'), name: 'agreed', value: agreed }}
      back={{ to: list, label: t('keep') }}
    >
      <input type="hidden" name="returnTo" value={list} />
    </Question>
  )
}
