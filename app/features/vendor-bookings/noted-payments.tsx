import { useFetcher } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import { dayText } from '#app/features/workspace/day-text.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Menu, MenuButton } from '#app/ui/menu.tsx'
import type { CardRow } from '#core/cards/queries.ts'
import type { NotedPayment } from '#core/bookings/queries/receipt.ts'
import { deskMethods } from '#core/money/rules.ts'
import { formatMoney } from '#core/shared/money.ts'
import { todayIn } from '#core/shared/time.ts'

/** What was noted as paid for the purchase of a booking; how it came in can be corrected. */
export function NotedPayments({ payments }: { payments: readonly NotedPayment[] }) {
  return (
    <ul className="grid gap-1 empty:hidden">
      {payments.map((payment) => (
        <Noted key={`${payment.day} ${payment.method}`} payment={payment} />
      ))}
    </ul>
  )
}

function Noted({ payment: { day, method, minor, currency } }: { payment: NotedPayment }) {
  const t = useTranslations('vendorBookings.pay')
  const language = useLocale()
  const fetcher = useFetcher<NonNullable<AnyFormAnswer>>()
  const what = t('noted', {
    price: formatMoney({ minor, currency }, language),
    day: dayText(day, language),
    way: t(`notedBy.${method}`),
  })
  return (
    <li>
      <fetcher.Form method="post" className="flex flex-wrap items-center gap-x-2">
        <input type="hidden" name="intent" value="correctMethod" />
        <input type="hidden" name="day" value={day} />
        <input type="hidden" name="method" value={method} />
        <input type="hidden" name="minor" value={minor} />
        <span className="wrap-anywhere text-muted">{what}</span>
        <Menu iconOnly label={t('correct', { what })}>
          {deskMethods
            .filter((way) => way !== method)
            .map((way) => (
              <MenuButton key={way} name="to" value={way}>
                {t('correctTo', { way: t(`by.${way}`) })}
              </MenuButton>
            ))}
        </Menu>
        <ButtonTrouble answer={fetcher.data} />
      </fetcher.Form>
    </li>
  )
}

/** What was paid by card online, and what went back, the oldest first; Stripe says it, so it is not corrected here. */
export function CardPayments({ rows, zone }: { rows: readonly CardRow[]; zone: string }) {
  const t = useTranslations('vendorBookings.pay')
  const language = useLocale()
  return (
    <ul className="grid gap-1 empty:hidden">
      {rows.toReversed().map(({ id, kind, state, amountMinor: minor, currency, at }) => (
        <li key={id} className="wrap-anywhere text-muted">
          {t('noted', {
            price: formatMoney({ minor, currency }, language),
            day: dayText(todayIn(zone, at), language),
            way: t('online', { kind, state }),
          })}
        </li>
      ))}
    </ul>
  )
}
