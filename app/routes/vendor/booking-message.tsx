import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { Form } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { FormKey } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { insideWorkspace } from '#app/features/vendor-bookings/booking-actions.server.ts'
import { chosenIn } from '#app/features/vendor-bookings/chosen.server.ts'
import { fewNames } from '#app/features/vendor-bookings/few-names.ts'
import { ContactWays } from '#app/features/workspace/contact-ways.tsx'
import { instantText } from '#app/features/workspace/day-text.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, notFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { TextArea } from '#app/ui/text-area.tsx'
import { listChosenBookings } from '#core/bookings/queries/own-bookings.ts'
import { channelOf } from '#core/contacts/rules.ts'
import { messagePeople } from '#core/messages/commands/message-people.ts'
import { listNotes } from '#core/messages/queries/notes.ts'
import { noteFormSchema } from '#core/messages/schema.ts'
import { isNeutral } from '#core/messages/templates/neutral-words.ts'
import type { Route } from './+types/booking-message'
import { isUsername } from '#core/telegram/rules.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const deps = depsOf(context)
  const query = url.searchParams
  const chosen = await listChosenBookings(deps.db, vendor.id, chosenIn(query))
  if (chosen.length === 0) throw notFound()
  const purchases = [...new Map(chosen.map((spot) => [spot.purchaseId, spot])).values()]
  const reachable = purchases.filter(
    ({ customerAddress, customerPhone, customerTelegramName }) =>
      customerAddress !== null ||
      customerPhone !== null ||
      (customerTelegramName !== null && isUsername(customerTelegramName)),
  )
  const addresses = [...new Set(reachable.flatMap(({ customerAddress }) => customerAddress ?? []))]
  return {
    list: insideWorkspace(query.get('returnTo') ?? '', deps.origin),
    formKey: randomUUID(),
    people: reachable.map(({ purchaseId, ...customer }) => ({
      key: purchaseId,
      name: customer.customerName,
      phone: customer.customerPhone,
      email: customer.customerEmail,
      telegram: customer.customerTelegramName,
    })),
    unreachable: purchases.length - reachable.length,
    byChat: addresses.filter((address) => channelOf(address) === 'telegram').length,
    byEmail: addresses.filter((address) => channelOf(address) === 'email').length,
    byHand: new Set(
      reachable.flatMap(({ customerAddress, customerPhone, customerTelegramName }) =>
        customerAddress === null ? (customerPhone ?? customerTelegramName ?? []) : [],
      ),
    ).size,
    neutral: await isNeutral(deps, { audience: 'customer', vendorId: vendor.id }),
    notes: await listNotes(deps.db, vendor.id),
    zone: vendor.timeZone,
  }
}

const { problem } = refusalsIn('vendorBookings')

export const action = formAction({
  allow: manager,
  texts: 'vendorBookings',
  schema: () => noteFormSchema,
  run: ({ deps, member, form }) =>
    messagePeople(deps, { vendorId: member.vendor.id, userId: member.userId }, form),
  refusals: { rate_limited: problem('message.tooMany', 429) },
  failures: ({ t }) => ({ failed: { title: t('message.failed') } }),
  done: ({ deps, text, t, result: { people, reached, left } }) => {
    const isByHand = reached < people
    const notes = [
      isByHand && t('message.doneByHand'),
      left.length > 0 && t('message.left', fewNames(left)),
    ].filter(Boolean)
    const list = insideWorkspace(text('returnTo'), deps.origin)
    return redirectWithToast(deps, isByHand ? '/dashboard' : list, {
      ...(reached > 0
        ? { title: t('message.done', { count: reached }) }
        : { title: t('message.notSent'), tone: 'neutral' as const }),
      ...(notes.length > 0 && { text: notes.join(' ') }),
    })
  },
})

export const clientAction = keepForm

const fateNames = ['sent', 'waiting', 'failed', 'noChannel'] as const
type Fate = (typeof fateNames)[number]

export default function MessagePeople({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('vendorBookings.message')
  const w = useTranslations('vendorBookings')
  const language = useLocale()
  const { list, formKey, people, unreachable, byChat, byEmail, byHand, neutral, notes, zone } =
    loaderData
  const form = useForm(actionData, { labels: { text: t('text') } })
  const [typed, setTyped] = useState(form.fields['text'] ?? '')
  const only = people.length === 1 && unreachable === 0 ? people[0] : undefined
  const weSend = byEmail + byChat > 0 && !neutral
  // Where we send nothing, an email goes out from the vendor's own mailbox.
  const own = people.map(({ email, telegram, ...person }) => ({
    ...person,
    email: weSend ? null : email,
    telegram: weSend ? null : telegram,
  }))
  // Somebody who has booked twice is called once.
  const ways = own.filter(
    ({ phone, email, telegram }, at) =>
      (phone !== null || email !== null || telegram !== null) &&
      own.findIndex(
        (one) => one.phone === phone && one.email === email && one.telegram === telegram,
      ) === at,
  )
  const fates = (counts: Record<Fate, number>) =>
    fateNames.flatMap((name) =>
      counts[name] > 0 ? t(`counts.${name}`, { count: counts[name] }) : [],
    )
  const says = weSend
    ? [
        byChat > 0 && t('byChat', { count: byChat }),
        byEmail > 0 && t('byEmail', { count: byEmail }),
        byHand > 0 && t('byHand', { count: byHand }),
      ]
    : [byEmail + byChat > 0 ? t('notProven') : t('onlyByHand', { count: byHand })]
  return (
    <>
      <SectionHeader
        title={
          only
            ? t('titleFor', { name: only.name })
            : t('title', { people: people.length + unreachable })
        }
        back={{ to: list, label: w('list.title') }}
      />
      <div className="grid max-w-3xl gap-6 pb-12">
        {unreachable > 0 && <Banner tone="warn" title={t('cannot')} text={t('cannotText')} />}
        {people.length > 0 && (
          <Form method="post" className="grid gap-4" noValidate>
            <FormKey fresh={formKey} answer={actionData} />
            <input type="hidden" name="returnTo" value={list} />
            {people.map(({ key }, at) => (
              <input key={key} type="hidden" name={`people[${at}]`} value={key} />
            ))}
            <FormSummary form={form} />
            <p className={cx(weSend && 'text-muted')}>{says.filter(Boolean).join(' ')}</p>
            {!only && (
              <p className="wrap-anywhere text-muted">
                <bdi>{people.map(({ name }) => name).join(', ')}</bdi>
              </p>
            )}
            <TextArea
              {...form.text('text')}
              required
              rows={6}
              maxLength={1000}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            {weSend ? (
              <div>
                <Button pending={form.busy} pendingLabel={t('pending')}>
                  {t('button')}
                </Button>
              </div>
            ) : (
              ways.length > 1 && (
                <div>
                  <Button variant="secondary" pending={form.busy} pendingLabel={t('listing')}>
                    {t('list')}
                  </Button>
                </div>
              )
            )}
          </Form>
        )}
        {ways.length > 0 && (
          <section aria-labelledby="yourself" className="grid gap-2">
            <h3 id="yourself" className="text-base">
              {t('yourself')}
            </h3>
            {weSend && <p className="text-muted">{t('yourselfText')}</p>}
            <ul className="divide-y divide-line border-y border-line">
              {ways.map(({ key, name, phone, email, telegram }) => (
                <li
                  key={key}
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
                >
                  <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
                  <div className="flex flex-wrap gap-2">
                    <ContactWays person={{ name, phone, email, telegram }} text={typed} />
                  </div>
                </li>
              ))}
            </ul>
          </section>
        )}
        {notes.length > 0 && (
          <section aria-labelledby="earlier" className="grid gap-2">
            <h3 id="earlier" className="text-base">
              {t('earlier')}
            </h3>
            <ul className="divide-y divide-line border-y border-line">
              {notes.map(({ batchId, text, at, ...counts }) => (
                <li key={batchId} className="grid gap-1 py-3">
                  <p className="line-clamp-3 wrap-anywhere">
                    <bdi>{text}</bdi>
                  </p>
                  <p className="text-sm text-muted">
                    {[instantText(at, zone, language), ...fates(counts)].join(' · ')}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  )
}
