import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'

/** In place of a form that asks for the password, for accounts that Google created. */
export function NoPassword({ email }: { email: string }) {
  const t = useTranslations('security.noPassword')
  return (
    <Form method="post" action="/forgot-password" className="grid max-w-md gap-4">
      <p className="text-muted">{t('text', { email })}</p>
      <input type="hidden" name="email" value={email} />
      <div>
        <Button variant="secondary">{t('button')}</Button>
      </div>
    </Form>
  )
}
