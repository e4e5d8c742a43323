import { useTranslations } from 'use-intl'
import { TextWays } from '#app/features/workspace/contact-ways.tsx'
import { CopyLink } from '#app/features/workspace/copy-link.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'

type LinkAgainProps = {
  booking: { customerName: string; customerPhone: string | null; customerEmail: string | null }
  /** the text to send, and the link inside it */
  link: { text: string; href: string }
}

/** The customer's link to the booking, for the vendor to send from its own phone. */
export function LinkAgain({ booking, link }: LinkAgainProps) {
  const t = useTranslations('vendorBookings.linkAgain')
  const { customerName: name, customerPhone: phone, customerEmail: email } = booking
  return (
    <Disclosure title={t('title')}>
      <div className="-mt-2 grid gap-3 px-1">
        <p className="text-muted">{t('text', { name })}</p>
        <div className="flex flex-wrap gap-2">
          <TextWays person={{ name, phone, email }} text={link.text} />
          <CopyLink
            href={link.href}
            variant="secondary"
            withoutScript={
              <a
                href={link.href}
                className="inline-flex min-h-11 items-center wrap-anywhere underline"
              >
                {link.href}
              </a>
            }
          />
        </div>
      </div>
    </Disclosure>
  )
}
