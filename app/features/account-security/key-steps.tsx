import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { CopyLink } from '#app/features/workspace/copy-link.tsx'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'

export type KeyStepsProps = {
  /** the key in base32 */
  code: string
  /** the key as an address that an app opens */
  address: string
  /** the address as an SVG */
  qr: string
  /** comes back with the first code */
  draft: string
  answer: AnyFormAnswer
}

/** The key for the authenticator app, and the form for the first code that it shows. */
export function KeySteps({ code, address, qr, draft, answer }: KeyStepsProps) {
  const t = useTranslations('security.twoFactor')
  const form = useForm(answer, { labels: { code: t('code') } })
  return (
    <div className="grid gap-8">
      <section className="grid justify-items-start gap-4">
        <h3 className="text-lg">{t('scan')}</h3>
        <p className="-mt-3 text-muted">{t('scanText')}</p>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
          alt={t('qrAlt')}
          width="200"
          height="200"
          className="size-50 rounded-card border border-line bg-white"
        />
        <p>
          <a
            href={address}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('openApp')}
          </a>
        </p>
        <div className="grid gap-1">
          <p className="text-muted">{t('byHand')}</p>
          <div className="flex flex-wrap items-center gap-x-3">
            <code dir="ltr" className="text-lg wrap-anywhere">
              {code.replace(/.{4}(?=.)/g, '$& ')}
            </code>
            <CopyLink href={code} label={t('copy')} copied={t('copied')} />
          </div>
        </div>
      </section>
      <section className="grid gap-4 border-t border-line pt-6">
        <h3 className="text-lg">{t('enter')}</h3>
        <Form method="post" noValidate className="grid max-w-md gap-5">
          <FormSummary form={form} />
          <input type="hidden" name="intent" value="on" />
          <input type="hidden" name="draft" value={draft} />
          <TextField
            {...form.field('code')}
            label={t('code')}
            description={t('codeHelp')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={20}
            dir="ltr"
          />
          <p className="text-muted">{t('signsOut')}</p>
          <div>
            <Button pending={form.busy} pendingLabel={t('switchingOn')}>
              {t('switchOn')}
            </Button>
          </div>
        </Form>
      </section>
    </div>
  )
}
