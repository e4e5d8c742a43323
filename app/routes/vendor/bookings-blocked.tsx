import { redirect, useFetcher } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import { instantText } from '#app/features/workspace/day-text.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction, noFields } from '#app/http/form-action.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, notFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { urlWith } from '#app/http/url-text.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { unblockContact } from '#core/bookings/commands/block-contact.ts'
import { listBlocked } from '#core/bookings/queries/blocked.ts'
import { isId } from '#core/shared/ids.ts'
import { phoneText } from '#core/shared/phone-text.ts'
import type { Route } from './+types/bookings-blocked'

const start = '/dashboard/bookings/blocked'
const perPage = 50

export async function loader({ context, url }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const cursor = url.searchParams.get('after')
  const { items, nextCursor } = await listBlocked(depsOf(context).db, vendor.id, {
    cursor,
    limit: perPage,
  })
  // Everybody of this page has been unblocked.
  if (items.length === 0 && cursor !== null) throw redirect(start)
  return {
    people: items.map((person) => ({ ...person, addresses: person.addresses.map(phoneText) })),
    zone: vendor.timeZone,
    pages: {
      first: cursor === null ? null : start,
      next: nextCursor && urlWith(url, { after: nextCursor }),
    },
  }
}

export const action = formAction({
  allow: manager,
  texts: 'vendorBookings',
  schema: () => noFields,
  run: ({ deps, member, text }) => {
    const contactId = text('contactId')
    if (!isId(contactId)) throw notFound()
    return unblockContact(deps.db, { vendorId: member.vendor.id, userId: member.userId }, contactId)
  },
  refusals: {},
  failures: ({ t }) => ({ failed: { title: t('block.failed') } }),
  done: ({ deps, url, t, result: { name } }) =>
    redirectWithToast(deps, url.pathname + url.search, { title: t('block.unblocked', { name }) }),
})

export const clientAction = keepForm

export default function BlockedContacts({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('vendorBookings.block')
  const w = useTranslations('vendorBookings')
  const { people, zone, pages } = loaderData
  return (
    <>
      <SectionHeader
        title={t('listTitle')}
        text={t('listText')}
        back={{ to: '/dashboard/bookings', label: w('list.title') }}
      />
      {people.length === 0 && <EmptyState level={3} title={t('empty')} text={t('emptyText')} />}
      <div className="max-w-3xl pb-12">
        {people.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {people.map((person) => (
              <Blocked key={person.id} person={person} zone={zone} />
            ))}
          </ul>
        )}
        <Pagination
          label={t('pages')}
          previous={pages.first ? { to: pages.first, label: w('list.first') } : undefined}
          next={pages.next ? { to: pages.next, label: t('next') } : undefined}
        />
      </div>
    </>
  )
}

type Person = Route.ComponentProps['loaderData']['people'][number]

function Blocked({ person, zone }: { person: Person; zone: string }) {
  const t = useTranslations('vendorBookings.block')
  const language = useLocale()
  const fetcher = useFetcher<NonNullable<AnyFormAnswer>>()
  const { id, name, addresses, blockedAt } = person
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          <span dir="ltr">{addresses.join(' · ')}</span> · {instantText(blockedAt, zone, language)}
        </p>
      </div>
      <fetcher.Form method="post">
        <input type="hidden" name="contactId" value={id} />
        <Button
          variant="secondary"
          size="small"
          pending={fetcher.state !== 'idle'}
          aria-label={t('unblockFor', { name })}
        >
          {t('unblock')}
        </Button>
        <ButtonTrouble answer={fetcher.data} />
      </fetcher.Form>
    </li>
  )
}
