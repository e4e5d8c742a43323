import { useState } from 'react'
import { Form } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownCurrency } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { instantText, type Start, useDayTime } from '#app/features/workspace/day-text.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useLive } from '#app/ui/use-browser.ts'
import type { CardRow } from '#core/cards/queries.ts'
import { fieldAmount, formatMoney, parseAmount } from '#core/shared/money.ts'

type RefundFormProps = {
  of: Start & { customerName: string; classTitle: string; bundle: string | null }
  /** `cardMinor`: what can go back to the cards from here; `giveBackMinor`: what the rule gives back, by card or not */
  money: { cardMinor: number; giveBackMinor: number; currency: string }
  rows: readonly CardRow[]
  zone: string
  list: string
  answer: AnyFormAnswer
}

/** What was paid by card, what went back, and the rest as far as it should go back. */
export function RefundForm({ of, money, rows, zone, list, answer }: RefundFormProps) {
  const t = useTranslations('vendorBookings.refund')
  const dayTime = useDayTime()
  const form = useForm(answer, { labels: { amount: t('amount') } })
  const { cardMinor } = money
  return (
    <div className="grid max-w-2xl gap-4 pb-12">
      <Card className="grid gap-4">
        <div>
          <p className="font-medium wrap-anywhere">
            <bdi>{of.customerName}</bdi>
          </p>
          <p className="text-muted wrap-anywhere">
            <bdi>{of.bundle === null ? of.classTitle : t('bundle', { name: of.bundle })}</bdi>
            {of.bundle === null && ` · ${dayTime(of)}`}
          </p>
        </div>
        <CardRows rows={rows} zone={zone} />
      </Card>
      <FormSummary form={form} />
      {cardMinor > 0 && <Amount {...{ form, money, list }} />}
      {cardMinor === 0 &&
        (leftOf(rows) > 0 ? (
          <Banner tone="warn" title={t('disconnected')} />
        ) : (
          <Banner title={t('nothing')} />
        ))}
    </div>
  )
}

/** What is left of the payments, whichever account at Stripe has it. */
const leftOf = (rows: readonly CardRow[]) =>
  rows
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { kind, amountMinor }) => sum + (kind === 'paid' ? amountMinor : -amountMinor), 0)

type AmountProps = Pick<RefundFormProps, 'money' | 'list'> & { form: ReturnType<typeof useForm> }

function Amount({ form, money: { cardMinor, giveBackMinor, currency }, list }: AmountProps) {
  const t = useTranslations('vendorBookings.refund')
  const language = useLocale()
  const price = (minor: number) => formatMoney({ minor, currency }, language)
  const suggested = giveBackMinor > 0 ? Math.min(giveBackMinor, cardMinor) : cardMinor
  const initial = form.fields['amount'] ?? fieldAmount({ minor: suggested, currency }, language)
  const [typed, setTyped] = useState(initial)
  // Without a script the button could not follow what is typed.
  const minor = useLive() ? parseAmount(typed, { currency, language }) : null
  return (
    <Form method="post" className="grid gap-5" noValidate>
      <ShownCurrency currency={currency} />
      <input type="hidden" name="seenMinor" value={cardMinor} />
      <TextField
        {...form.text('amount')}
        defaultValue={initial}
        onChange={({ target }) => setTyped(target.value)}
        description={[
          t('left', { price: price(cardMinor) }),
          giveBackMinor > 0 && t('due', { price: price(giveBackMinor) }),
          t('text'),
        ]
          .filter(Boolean)
          .join(' ')}
        inputMode="decimal"
        maxLength={20}
        after={currency}
        required
      />
      <div className="flex flex-wrap gap-3">
        <Button pending={form.busy} pendingLabel={t('pending')}>
          {minor ? t('buttonPrice', { price: price(minor) }) : t('button')}
        </Button>
        <LinkButton variant="secondary" to={list}>
          {t('back')}
        </LinkButton>
      </div>
    </Form>
  )
}

function CardRows({ rows, zone }: { rows: readonly CardRow[]; zone: string }) {
  const t = useTranslations('vendorBookings.refund')
  const language = useLocale()
  if (rows.length === 0) return null
  return (
    <ul className="divide-y divide-line border-t border-line">
      {rows.map(({ id, kind, state, amountMinor: minor, currency, at }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <span className={state === 'failed' && kind === 'refunded' ? 'text-bad' : undefined}>
            {t('row', { kind, state })}
            <span className="text-sm text-muted"> · {instantText(at, zone, language)}</span>
          </span>
          <span className="whitespace-nowrap">{formatMoney({ minor, currency }, language)}</span>
        </li>
      ))}
    </ul>
  )
}
