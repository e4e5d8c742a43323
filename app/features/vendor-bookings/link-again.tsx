import { Form, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { TextWays } from '#app/features/workspace/contact-ways.tsx'
import { CopyLink } from '#app/features/workspace/copy-link.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Button } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'

type LinkAgainProps = {
  booking: {
    customerName: string
    customerPhone: string | null
    customerEmail: string | null
    customerTelegramName: string | null
  }
  /** the text to send, and the link inside it */
  link: { text: string; href: string }
}

/** The customer's link to the booking, for the vendor to send from its own phone. */
export function LinkAgain({ booking, link }: LinkAgainProps) {
  const t = useTranslations('vendorBookings.linkAgain')
  const { customerName: name, customerPhone: phone, customerEmail: email } = booking
  const { customerTelegramName: telegram } = booking
  const { state } = useNavigation()
  return (
    <Disclosure title={t('title')}>
      <div className="-mt-2 grid gap-3 px-1">
        <p className="text-muted">{t('text', { name })}</p>
        <div className="flex flex-wrap gap-2">
          <Form method="post">
            <Button
              name="intent"
              value="sendConfirmation"
              size="small"
              pending={state !== 'idle'}
              pendingLabel={t('sending')}
            >
              {t('send')}
            </Button>
          </Form>
          {phone !== null && (
            <a
              href={`tel:${phone}`}
              className={buttonClasses({ variant: 'secondary', size: 'small' })}
            >
              {t('call')}
            </a>
          )}
          <TextWays person={{ name, phone, email, telegram }} text={link.text} />
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
        <Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p className="min-w-48 flex-1 text-sm text-muted">{t('renewText')}</p>
          <Button
            name="intent"
            value="renewLink"
            variant="secondary"
            size="small"
            pending={state !== 'idle'}
            pendingLabel={t('renewing')}
          >
            {t('renew')}
          </Button>
        </Form>
      </div>
    </Disclosure>
  )
}
