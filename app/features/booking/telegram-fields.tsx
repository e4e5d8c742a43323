import Send from 'lucide-react/icons/send'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Avatar } from '#app/ui/avatar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { type ButtonLook, buttonClasses } from '#app/ui/button-classes.ts'
import { type OwnerSees, telegramContact, type TelegramOffer } from './booking-offer.ts'

/** The way back to the form: the class's page with the chosen session. */
const backTo = (path: string) => `&to=${encodeURIComponent(`${path}#book`)}`

type TelegramLoginProps = {
  telegram: Pick<TelegramOffer, 'loginTo'>
  /** where the login comes back to */
  path: string
}

/** The way to log in with Telegram, without a script too. */
export function TelegramLink({ telegram, path, ...look }: TelegramLoginProps & ButtonLook) {
  const t = useTranslations('booking.telegram')
  if (telegram.loginTo === null) return null
  return (
    <a
      href={telegram.loginTo + backTo(path)}
      className={buttonClasses({ variant: 'secondary', wide: true, ...look })}
    >
      <Send aria-hidden="true" className="size-5" /> {t('continue')}
    </a>
  )
}

/** The same above the fields that take its place. */
export function TelegramLogin(props: TelegramLoginProps) {
  const t = useTranslations('booking.telegram')
  if (props.telegram.loginTo === null) return null
  return (
    <div className="grid gap-3">
      <TelegramLink {...props} />
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
    </div>
  )
}

/** Who is logged in, in the place of the field for a contact. */
export function TelegramPerson({
  telegram,
  person,
  path,
}: {
  telegram: Pick<TelegramOffer, 'switchTo'>
  person: NonNullable<TelegramOffer['person']>
  path: string
}) {
  const t = useTranslations('booking.telegram')
  return (
    <div className="flex items-center gap-3">
      <input type="hidden" name="contact" value={telegramContact} />
      <Avatar name={person.name} src={person.picture} />
      <p className="min-w-0 flex-1 leading-tight">
        <bdi className="block font-medium wrap-anywhere">{person.name}</bdi>
        <span className="text-base text-muted wrap-anywhere">
          {person.username === null ? t('telegram') : <bdi>@{person.username}</bdi>}
        </span>
      </p>
      <button
        formAction={telegram.switchTo + backTo(path)}
        formNoValidate
        className="inline-flex min-h-11 shrink-0 items-center px-1 underline underline-offset-4"
      >
        {t('switch')}
      </button>
    </div>
  )
}

/** Shown only to the signed-in manager. */
export function TelegramForOwner({ problem, address }: OwnerSees) {
  const t = useTranslations('booking.telegram')
  return problem === 'missing' ? (
    <Banner title={t('missing')} text={t.rich('missingText', { settings })} />
  ) : (
    <Banner
      tone="warn"
      title={t('broken')}
      text={
        <>
          {t.rich('brokenText', { settings })}
          <BotSteps address={address} />
        </>
      }
    />
  )
}

/** How the address of this site is set at Telegram. */
function BotSteps({ address }: { address: string }) {
  const t = useTranslations('booking.telegram')
  return (
    <ol className="mt-1 list-decimal ps-5">
      <li>{t('steps.open')}</li>
      <li>{t('steps.choose')}</li>
      <li className="wrap-anywhere">{t('steps.address', { address })}</li>
      <li>{t('steps.again')}</li>
    </ol>
  )
}

function settings(children: ReactNode) {
  return (
    <a href="/settings/integrations" className="underline underline-offset-4">
      {children}
    </a>
  )
}

/** The page of the class with a session chosen, wherever its form is shown. */
export function useFormPath(classId: string, sessionId: string | null): string {
  const { pathname, search } = useLocation()
  const own = `/book/class/${classId}`
  const query = new URLSearchParams(pathname === own ? search : '')
  if (sessionId !== null) query.set('session', sessionId)
  query.delete('date')
  return query.size > 0 ? `${own}?${query}` : own
}
