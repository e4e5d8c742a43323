import { Form, Link, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
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
  const busy = useNavigation().state !== 'idle'
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
    <Question level={3} title={t('title', { name })} text={t('text')}>
      <ul className="list-disc space-y-1 ps-5 text-sm text-muted wrap-anywhere">
        <li>{t('covers', { count: bookings, names: names.join(', ') })}</li>
        {contacts.length > 0 && <li>{t('contacts', { contacts: contacts.join(', ') })}</li>}
        {sessionsLeft > 0 && <li>{t('sessionsLeft', { count: sessionsLeft })}</li>}
        <li>{t('stays')}</li>
      </ul>
      <Form method="post" className="mt-2">
        <input type="hidden" name="returnTo" value={list} />
        <input type="hidden" name="agreed" value={agreed} />
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" pending={busy}>
            {t('button')}
          </Button>
          <LinkButton variant="secondary" to={list}>
            {t('keep')}
          </LinkButton>
        </div>
      </Form>
    </Question>
  )
}
