import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { Agreement } from '#app/features/forms/agreement.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { FormKey, ShownCurrency } from '#app/features/forms/hidden-fields.tsx'
import { Seen } from '#app/features/sessions/seen.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { FormAnswer } from '#app/http/form-answer.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { cx } from '#app/ui/cx.ts'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { SessionIsFull } from '#core/bookings/commands/add-booking.ts'
import type { SessionToAddTo } from '#core/bookings/queries/sessions-to-add-to.ts'
import { maxSpotsByHand } from '#core/bookings/rules/list.ts'
import { extrasText } from '#core/bookings/rules/party.ts'
import { formatMoney, parseAmount } from '#core/shared/money.ts'

export type FullSession = Pick<SessionIsFull, 'taken' | 'capacity' | 'needed' | 'agreement'>

type AddFormProps = {
  session: SessionToAddTo
  currency: string
  fields: Record<string, string>
  formKey: string
  /** where it was opened */
  list: string
  answer: FormAnswer<FullSession | null> | undefined
}

/** Adds somebody to a session by hand. For a session that has begun, note and price are folded. */
export function AddForm({ session, currency, fields, formKey, list, answer }: AddFormProps) {
  const t = useTranslations('vendorBookings.add')
  const s = useTranslations('shared')
  const own = useTranslations('vendorBookings')
  const language = useLocale()
  const labels = {
    customerName: t('name'),
    contact: t('contact'),
    spots: t(session.kind === 'facility' ? 'people' : 'spots'),
    price: t('price', { kind: session.kind }),
    notes: t('notes'),
  }
  const form = useForm(answer, { labels, values: fields })
  const { fields: values, busy } = form
  const [hasEmail, setHasEmail] = useState(values['contact']?.includes('@') ?? false)
  const isUpcoming = session.phase === 'upcoming'
  const price = formatMoney({ minor: session.priceMinor, currency }, language)
  const noteAndPrice = (
    <>
      <TextField
        {...form.text('price')}
        label={labels.price}
        description={t('priceText', { price, kind: session.kind })}
        inputMode="decimal"
        maxLength={20}
        after={currency}
        className="max-w-sm"
      />
      <TextArea {...form.text('notes')} label={t('notes')} note={s('optional')} maxLength={1800} />
    </>
  )
  return (
    <Form method="post" className="grid gap-5" noValidate>
      <FormKey fresh={formKey} answer={answer} />
      <input type="hidden" name="sessionId" value={session.id} />
      <ShownCurrency currency={currency} />
      <Seen of={{ sessions: [session], extras: extrasText(session.extras) }} />
      <FormSummary form={form} />
      <FullQuestion answer={answer} name={values['customerName'] ?? ''} pending={busy} />
      <TextField
        {...form.text('customerName')}
        label={t('name')}
        required
        maxLength={120}
        autoComplete="off"
      />
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_8rem]">
        <TextField
          {...form.text('contact')}
          label={t('contact')}
          note={s('optional')}
          maxLength={254}
          autoComplete="off"
          dir="ltr"
          onChange={({ target }) => setHasEmail(target.value.includes('@'))}
        />
        <TextField
          {...form.text('spots')}
          label={labels.spots}
          description={
            session.maxPeople === null ? undefined : t('peopleText', { n: session.maxPeople })
          }
          type="number"
          inputMode="numeric"
          min={1}
          max={maxSpotsByHand}
        />
      </div>
      {session.extras.length > 0 && (
        <Fieldset legend={t('extras')}>
          <div className="grid">
            {session.extras.map(({ id, name, amountMinor: minor }) => (
              <CheckboxField
                key={id}
                name="extra"
                value={id}
                defaultChecked={answer?.typed['extra']?.includes(id)}
                label={own('party.extra', {
                  name,
                  price: formatMoney({ minor, currency }, language),
                })}
              />
            ))}
          </div>
        </Fieldset>
      )}
      {isUpcoming ? (
        noteAndPrice
      ) : (
        <Disclosure title={t('more')} open={answer !== undefined}>
          {noteAndPrice}
        </Disclosure>
      )}
      {session.extras.length > 0 && <Total extras={session.extras} currency={currency} />}
      <div className="grid">
        <CheckboxField
          {...form.field('isPaid')}
          label={t('isPaid')}
          defaultChecked={values['isPaid'] === 'on'}
        />
        {isUpcoming && session.isManual && (
          <CheckboxField
            {...form.field('isRequest')}
            label={t('isRequest')}
            description={t('isRequestText')}
            defaultChecked={values['isRequest'] === 'on'}
          />
        )}
        {isUpcoming && (
          <CheckboxField
            {...form.field('tells')}
            label={t('tells')}
            description={hasEmail ? undefined : t('tellsText')}
            defaultChecked={values['tells'] === 'on'}
            className={cx(!hasEmail && onlyWithoutScript)}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button pending={busy} pendingLabel={t('pending')}>
          {t('button')}
        </Button>
        <LinkButton variant="secondary" to={list}>
          {own('cancel')}
        </LinkButton>
      </div>
    </Form>
  )
}

/** The price of the slot and of the ticked extras together, while the form is filled in. Without a script it stays empty. */
function Total({ extras, currency }: Pick<SessionToAddTo, 'extras'> & { currency: string }) {
  const t = useTranslations('vendorBookings.party')
  const language = useLocale()
  const shown = useRef<HTMLOutputElement>(null)
  const [minor, setMinor] = useState<number | null>(null)
  useEffect(() => {
    const form = shown.current?.form
    if (!form) return undefined
    const add = () => {
      const typed = new FormData(form)
      const text = typed.get('price')
      const price = typeof text === 'string' ? parseAmount(text, { currency, language }) : null
      const ticked = extras.filter(({ id }) => typed.getAll('extra').includes(id))
      setMinor(
        price === null ? null : ticked.reduce((sum, extra) => sum + extra.amountMinor, price),
      )
    }
    add()
    form.addEventListener('input', add)
    return () => form.removeEventListener('input', add)
  }, [extras, currency, language])
  return (
    <output ref={shown} className="min-h-6 font-medium [@media(scripting:none)]:hidden">
      {minor !== null && t('total', { price: formatMoney({ minor, currency }, language) })}
    </output>
  )
}

/** Where no script sees what is typed, the box stays. */
const onlyWithoutScript = '[@media(scripting:enabled)]:hidden'

type FullQuestionProps = Pick<AddFormProps, 'answer'> & { name: string; pending: boolean }

/** Its button agrees to exactly the number that it names. */
function FullQuestion({ answer, name, pending }: FullQuestionProps) {
  const t = useTranslations('vendorBookings.add.full')
  if (!answer?.more) return null
  const { taken, capacity, needed, agreement } = answer.more
  const count = needed - taken
  const isFull = taken >= capacity
  return (
    <Agreement
      answer={answer}
      title={isFull ? t('title', { taken, capacity }) : t('titleFew', { taken, capacity })}
      problems={[
        { text: count === 1 ? t('one', { name, needed }) : t('more', { name, count, needed }) },
      ]}
      agreement={agreement}
      button={t('button', { needed })}
      pending={pending}
    />
  )
}
