import KeyRound from 'lucide-react/icons/key-round'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button, LinkButton } from '#app/ui/button.tsx'
import type { DeviceName } from './device-name.ts'
import { useDeviceName } from './use-device-name.ts'

export const passkeyPage = '/settings/security/passkey'

export type PasskeyShown = {
  id: string
  name: DeviceName
  /** null: it has not been used yet */
  used: string | null
  since: string
}

/** What the account can be signed in to with instead of the password. */
export function PasskeySection({ passkeys }: { passkeys: readonly PasskeyShown[] }) {
  const t = useTranslations('security.passkeys')
  const nameOf = useDeviceName()
  return (
    <section className="grid gap-4 border-t border-line pt-6">
      <h3 className="text-lg">{t('title')}</h3>
      <p className="-mt-3 text-muted">{t('text')}</p>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {passkeys.map(({ id, name, used, since }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <KeyRound aria-hidden="true" className="size-5 shrink-0 text-muted" />
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-medium">{nameOf(name)}</p>
                <p className="text-sm text-muted">
                  {used === null ? t('added', { day: since }) : t('used', { day: used, since })}
                </p>
              </div>
              <Form method="post">
                <input type="hidden" name="passkey" value={id} />
                <Button
                  variant="quiet"
                  size="small"
                  name="intent"
                  value="passkey"
                  aria-label={t('removeNamed', { device: nameOf(name), since })}
                >
                  {t('remove')}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <div>
        <LinkButton variant="secondary" to={passkeyPage}>
          {t('add')}
        </LinkButton>
      </div>
    </section>
  )
}
