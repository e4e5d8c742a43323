import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'

type GoogleSectionProps = {
  /** null: not connected */
  since: string | null
  hasPassword: boolean
}

/** Whether the account can be signed in to with Google. */
export function GoogleSection({ since, hasPassword }: GoogleSectionProps) {
  const t = useTranslations('security.google')
  return (
    <section className="grid justify-items-start gap-4 border-t border-line pt-6">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
        {t('title')} {since !== null && <Badge tone="good">{t('connected')}</Badge>}
      </h3>
      <p className="-mt-3 text-muted">{since === null ? t('text') : t('textOn', { day: since })}</p>
      {since !== null && !hasPassword && <p className="text-muted">{t('onlyWay')}</p>}
      {since !== null && hasPassword && (
        <Form method="post">
          <Button variant="secondary" name="intent" value="google">
            {t('disconnect')}
          </Button>
        </Form>
      )}
    </section>
  )
}
