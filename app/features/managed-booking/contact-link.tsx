import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import { useTranslations } from 'use-intl'
import { buttonClasses } from '#app/ui/button-classes.ts'
import type { ManagedPurchase } from './managed.ts'

/** To the vendor: a message that says which booking it is about, or a call. */
export function ContactLink({
  purchase,
  wide,
  label,
}: {
  purchase: ManagedPurchase
  wide: boolean
  /** in place of “Message” or “Call” */
  label?: string
}) {
  const t = useTranslations('booking.manage')
  const { way, business, reference, sessions } = purchase
  if (way === null) return null
  const about = new URLSearchParams({
    subject: `${sessions[0]?.classTitle ?? business} · ${reference}`,
  })
  // Mail programs read a plus as it is.
  const subject = about.toString().replaceAll('+', '%20')
  const Icon = way.name === 'call' ? Phone : MessageCircle
  return (
    <a
      href={way.href.startsWith('mailto:') ? `${way.href}?${subject}` : way.href}
      {...(way.external && { target: '_blank', rel: 'noreferrer' })}
      aria-label={label ?? t(`${way.name}To`, { name: business })}
      className={buttonClasses({
        variant: 'secondary',
        className: wide ? 'max-sm:col-span-2' : undefined,
      })}
    >
      <Icon aria-hidden="true" /> {label ?? t(way.name)}
    </a>
  )
}
