import Ban from 'lucide-react/icons/ban'
import { mayEnd } from '#core/bookings/rules/status.ts'
import Eraser from 'lucide-react/icons/eraser'
import Mail from 'lucide-react/icons/mail'
import MessageSquare from 'lucide-react/icons/message-square'
import Phone from 'lucide-react/icons/phone'
import Pencil from 'lucide-react/icons/pencil'
import Send from 'lucide-react/icons/send'
import Trash from 'lucide-react/icons/trash-2'
import Undo from 'lucide-react/icons/undo-2'
import UserX from 'lucide-react/icons/user-x'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { dayText, instantText } from '#app/features/workspace/day-text.ts'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import { formatMoney } from '#core/shared/money.ts'
import type { BookingShown, PurchaseRow } from './purchase-rows.ts'
import { isUsername, telegramLink } from '#core/telegram/rules.ts'

export const editAddress = (bookingId: string, returnTo: string) =>
  `/dashboard/bookings/${bookingId}?returnTo=${encodeURIComponent(returnTo)}`

export const refundAddress = (bookingId: string, returnTo: string) =>
  `/dashboard/bookings/${bookingId}/refund?returnTo=${encodeURIComponent(returnTo)}`

type RowMenuProps = { row: PurchaseRow; manages: boolean; zone: string; here: string }

/** What is known about a booking besides its line, and what can be done with each of its spots. */
export function RowMenu({ row, manages, zone, here }: RowMenuProps) {
  const t = useTranslations('vendorBookings.list')
  const own = useTranslations('vendorBookings')
  const [first] = row
  const ask = (action: 'cancel' | 'delete', spots: readonly BookingShown[]) =>
    `${here}${here.includes('?') ? '&' : '?'}ask=${action}${spots.map(({ id }) => `&booking=${id}`).join('')}#ask`
  return (
    <Menu iconOnly label={t('more', { name: first.customerName })}>
      <Details of={first} zone={zone} />
      {manages &&
        row.map((spot) => (
          <div key={spot.id} className="border-t border-line py-1.5 last:pb-0">
            {spot.inPurchase.spots > 1 && (
              <p className="px-3 py-1 text-sm text-muted">
                {t(spot.bundle ? 'sessionOf' : 'spotOf', spot.inPurchase)}
              </p>
            )}
            <MenuLink to={editAddress(spot.id, `${here}#booking-${first.id}`)}>
              <Pencil aria-hidden="true" /> {t('edit')}
            </MenuLink>
            {'cardMinor' in spot && Number(spot.cardMinor) > 0 && (
              <MenuLink to={refundAddress(spot.id, `${here}#booking-${first.id}`)}>
                <Undo aria-hidden="true" /> {own('refund.open')}
              </MenuLink>
            )}
            {mayEnd(spot.status) && (
              <MenuLink to={ask('cancel', [spot])}>
                <Ban aria-hidden="true" /> {t('cancel')}
              </MenuLink>
            )}
            <MenuLink to={ask('delete', [spot])} tone="bad">
              <Trash aria-hidden="true" /> {t('delete')}
            </MenuLink>
          </div>
        ))}
      {manages && (
        <div className="border-t border-line pt-1.5">
          <MenuLink
            to={`/dashboard/bookings/message?row=${first.purchaseId}.${first.sessionId}&returnTo=${encodeURIComponent(here)}`}
          >
            <MessageSquare aria-hidden="true" /> {own('selected.message')}
          </MenuLink>
          {first.contactId !== null && (
            <MenuLink
              to={`/dashboard/bookings/${first.id}/block?returnTo=${encodeURIComponent(here)}`}
            >
              <UserX aria-hidden="true" /> {own('block.open')}
            </MenuLink>
          )}
          <MenuLink
            to={`/dashboard/bookings/${first.id}/erase?returnTo=${encodeURIComponent(here)}`}
            tone="bad"
          >
            <Eraser aria-hidden="true" /> {own('erase.open')}
          </MenuLink>
        </div>
      )}
      {manages && row.length > 1 && row.every(({ status }) => mayEnd(status)) && (
        <div className="border-t border-line pt-1.5">
          <MenuLink to={ask('cancel', row)}>
            <Ban aria-hidden="true" /> {t('cancelAll', { count: row.length })}
          </MenuLink>
        </div>
      )}
    </Menu>
  )
}

function Details({ of, zone }: { of: BookingShown; zone: string }) {
  const t = useTranslations('vendorBookings.list')
  const language = useLocale()
  const { bundle } = of
  const lines = [
    `${t(`source.${of.source}`)}, ${instantText(of.bookedAt, zone, language)}`,
    t('reference', { reference: of.reference }),
    bundle?.status === 'active' &&
      t('bundleLeft', {
        name: bundle.name,
        n: bundle.remaining,
        total: bundle.total,
        until: dayText(bundle.lastDate, language),
      }),
    bundle !== null &&
      bundle.owedMinor > 0 &&
      t('bundleOwed', {
        price: formatMoney({ minor: bundle.owedMinor, currency: of.currency }, language),
      }),
  ]
  return (
    <div className="px-3 pt-1 pb-2 text-sm text-muted wrap-anywhere">
      {of.phoneText !== null && (
        <Contact
          href={`tel:${of.customerPhone}`}
          text={of.phoneText}
          icon={<Phone aria-hidden="true" />}
        />
      )}
      {of.customerEmail !== null && (
        <Contact
          href={`mailto:${of.customerEmail}`}
          text={of.customerEmail}
          icon={<Mail aria-hidden="true" />}
        />
      )}
      {of.customerTelegramName !== null && <TelegramName name={of.customerTelegramName} />}
      {lines.map((line) => line && <p key={line}>{line}</p>)}
    </div>
  )
}

/** '@ann' opens the chat with her; a name alone leads nowhere. */
function TelegramName({ name }: { name: string }) {
  if (!isUsername(name)) return <p dir="auto">{name} (Telegram)</p>
  return <Contact href={telegramLink(name)} text={name} icon={<Send aria-hidden="true" />} />
}

function Contact({ href, text, icon }: { href: string; text: string; icon: ReactNode }) {
  return (
    <a
      href={href}
      className="flex min-h-11 items-center gap-3 text-base text-ink underline underline-offset-4 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-muted"
    >
      {icon}
      <span dir="ltr">{text}</span>
    </a>
  )
}
