import { useTranslations } from 'use-intl'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { isUsername, telegramLink } from '#core/telegram/rules.ts'

type Person = {
  name: string
  phone: string | null
  email: string | null
  /** '@ann'; a name alone leads nowhere */
  telegram?: string | null
}

/** Links with which the vendor calls somebody or sends them a text from its own phone, the best one first. A phone is in E.164. */
export function ContactWays({ person, text }: { person: Person; text: string }) {
  const t = useTranslations('overview')
  return (
    <>
      {person.phone !== null && (
        <a
          href={`tel:${person.phone}`}
          aria-label={t('contact', { way: t('call'), name: person.name })}
          className={buttonClasses({ variant: 'soft', size: 'small' })}
        >
          {t('call')}
        </a>
      )}
      <TextWays person={person} text={text} />
    </>
  )
}

/** Only those that send a text. */
export function TextWays({
  person: { name, phone, email, telegram = null },
  text,
  label: named,
}: {
  person: Person
  text: string
  /** in place of the way alone, as in “Remind by SMS” */
  label?: (way: string) => string
}) {
  const t = useTranslations('overview')
  const body = encodeURIComponent(text)
  const ways = [
    phone !== null && { href: `sms:${phone}?body=${body}`, label: t('sms') },
    phone !== null && {
      href: `https://wa.me/${phone.replace('+', '')}?text=${body}`,
      label: t('whatsapp'),
    },
    telegram !== null &&
      isUsername(telegram) && {
        href: telegramLink(telegram, text),
        label: 'Telegram',
      },
    email !== null && {
      href: `mailto:${encodeURIComponent(email)}?body=${body}`,
      label: t('mail'),
    },
  ].filter((way) => typeof way === 'object')
  return ways.map(({ href, label }) => (
    <a
      key={label}
      href={href}
      aria-label={named ? `${named(label)}: ${name}` : t('contact', { way: label, name })}
      className={buttonClasses({ variant: phone === null ? 'soft' : 'secondary', size: 'small' })}
      rel="noreferrer"
      {...(href.startsWith('https:') && { target: '_blank' })}
    >
      {named ? named(label) : label}
    </a>
  ))
}
