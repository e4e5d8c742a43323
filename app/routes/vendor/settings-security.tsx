import { useTranslations } from 'use-intl'
import { ConnectionList } from '#app/features/account-security/connection-list.tsx'
import { DeviceList } from '#app/features/account-security/device-list.tsx'
import { deviceName } from '#app/features/account-security/device-name.ts'
import { GoogleSection } from '#app/features/account-security/google-section.tsx'
import { NoPassword } from '#app/features/account-security/no-password.tsx'
import { PasskeySection } from '#app/features/account-security/passkey-section.tsx'
import { PasswordForm } from '#app/features/account-security/password-form.tsx'
import { emailIntents, WaitingEmail } from '#app/features/account-security/waiting-email.tsx'
import { TwoFactorSection } from '#app/features/account-security/two-factor-section.tsx'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { formAction, noFields } from '#app/http/form-action.ts'
import { textOf } from '#app/http/form-answer.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { member, memberOf, orNotFound } from '#app/http/managing.ts'
import { depsOf, pageLanguage } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { removePasskey } from '#core/accounts/commands/add-passkey.ts'
import { resendEmailChange, withdrawEmailChange } from '#core/accounts/commands/change-email.ts'
import { changePassword } from '#core/accounts/commands/change-password.ts'
import { endDevice, endOtherDevices } from '#core/accounts/commands/end-devices.ts'
import { disconnectProvider } from '#core/accounts/commands/join-provider.ts'
import {
  findSignInWays,
  findTwoFactor,
  findWaitingEmail,
  listDevices,
  listPasskeys,
} from '#core/accounts/queries.ts'
import { deviceSchema, passkeySchema, passwordChangeSchema } from '#core/accounts/schema.ts'
import { disconnectCalendar } from '#core/calendar/commands/disconnect-calendar.ts'
import { disconnectBot } from '#core/telegram/commands/connect-bot.ts'
import { dropOne, keepConnection } from '#core/vendors/commands/answer-connection.ts'
import { listConnections } from '#core/vendors/queries.ts'
import { ownsVendor } from '#core/vendors/rules.ts'
import { connectionSchema } from '#core/vendors/schema.ts'
import { momentText } from '#app/locale/clock.ts'
import { dateFormat } from '#core/shared/formats.ts'
import type { Route } from './+types/settings-security'

const here = '/settings/security'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { userId, email, vendor } = memberOf(context)
  const { auth, db, openId } = depsOf(context)
  const { session } = orNotFound(await auth.findSession(request.headers))
  const language = pageLanguage(request, context)
  const { timeZone } = vendor
  const days = dateFormat(language, { timeZone, dateStyle: 'medium' })
  const waiting = await findWaitingEmail(db, userId)
  const devices = await listDevices(db, { userId, sessionId: session.id })
  const twoFactor = await findTwoFactor(db, userId)
  const passkeys = await listPasskeys(db, userId)
  const connections = await listConnections(db, {
    vendorId: vendor.id,
    userId,
    isOwner: ownsVendor(vendor.role),
  })
  const { hasPassword, googleSince } = await findSignInWays(db, userId)
  return {
    email,
    waiting: waiting && {
      email: waiting.newEmail,
      until: momentText(waiting.until, timeZone, language),
    },
    hasPassword,
    google: {
      // One that was connected before can be disconnected.
      isShown: openId.google !== null || googleSince !== null,
      since: googleSince && days.format(googleSince),
    },
    recoveryCodes: twoFactor && twoFactor.recoveryCodes,
    passkeys: passkeys.map(({ id, userAgent, createdAt, usedAt }) => ({
      id,
      name: deviceName(userAgent),
      used: usedAt && days.format(usedAt),
      since: days.format(createdAt),
    })),
    connections: connections.map(({ connectedAt, stoppedAt, ...one }) => ({
      ...one,
      since: days.format(connectedAt),
      isStopped: stoppedAt !== null,
      mayDrop: ownsVendor(vendor.role) || (one.isOwn && stoppedAt !== null),
    })),
    devices: devices.map(({ device, userAgent, signedInAt, usedAt, isThis }) => ({
      device,
      name: deviceName(userAgent),
      used: days.format(usedAt),
      since: days.format(signedInAt),
      isThis,
    })),
  }
}

const { field, problem } = refusalsIn('security')

const password = formAction({
  allow: member,
  texts: 'security',
  schema: () => passwordChangeSchema,
  alsoWrong: ({ t, isEmpty }) =>
    isEmpty('password') ? { errors: { password: [t('password.missing')] } } : {},
  run: ({ deps, visitor, member: { userId, email }, form }) =>
    changePassword(deps, visitor, { userId, email }, form),
  refusals: {
    wrong: field('password', 'password.wrong', 400),
    password_short: field('newPassword', 'password.password_short', 400),
    password_long: field('newPassword', 'password.password_long', 400),
    password_common: field('newPassword', 'password.password_common', 400),
    rate_limited: problem('tooMany', 429),
  },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, result: { cookies }, t }) =>
    redirectWithToast(deps, here, {
      title: t('password.changed'),
      text: t('password.changedText'),
      cookies,
    }),
})

const device = formAction({
  allow: member,
  texts: 'security',
  schema: () => deviceSchema,
  run: ({ deps, visitor, member: { userId, email }, form }) =>
    endDevice(deps, visitor, { userId, email }, form.device),
  refusals: {},
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t }) => redirectWithToast(deps, here, { title: t('devices.signedOut') }),
})

const others = formAction({
  allow: member,
  texts: 'security',
  schema: () => noFields,
  run: ({ deps, visitor, member: { userId, email } }) =>
    endOtherDevices(deps, visitor, { userId, email }),
  refusals: {},
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t }) => redirectWithToast(deps, here, { title: t('devices.othersSignedOut') }),
})

const passkey = formAction({
  allow: member,
  texts: 'security',
  schema: () => passkeySchema,
  run: ({ deps, visitor, member: { userId, email }, form }) =>
    removePasskey(deps, visitor, { userId, email }, form.passkey),
  refusals: {},
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t }) =>
    redirectWithToast(deps, here, {
      title: t('passkeys.removed'),
      text: t('passkeys.removedText'),
    }),
})

const google = formAction({
  allow: member,
  texts: 'security',
  schema: () => noFields,
  run: ({ deps, visitor, member: { userId, email } }) =>
    disconnectProvider(deps, visitor, { userId, email }, 'google'),
  refusals: { only_way: problem('google.onlyWay') },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t }) =>
    redirectWithToast(deps, here, {
      title: t('google.disconnected'),
      text: t('google.disconnectedText'),
    }),
})

const keep = formAction({
  allow: member,
  texts: 'security',
  schema: () => connectionSchema,
  run: ({ deps, member: { userId, vendor }, form }) =>
    keepConnection(deps.db, { vendorId: vendor.id, userId, kind: form.kind }),
  refusals: { gone: problem('connections.gone'), lost: problem('connections.lost') },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t, form: { kind } }) =>
    kind === 'feed'
      ? redirectWithToast(deps, '/dashboard/calendar/feed', {
          title: t('connections.kept'),
          text: t('connections.newAddress'),
        })
      : redirectWithToast(deps, here, { title: t('connections.kept') }),
})

const drop = formAction({
  allow: member,
  texts: 'security',
  schema: () => connectionSchema,
  run: async ({ deps, member: { userId, vendor }, form: { kind, of = userId } }) => {
    const member = { vendorId: vendor.id, userId }
    const isOwner = ownsVendor(vendor.role)
    const dropped = await dropOne(deps.db, { ...member, isOwner, kind, of })
    if (dropped.ok && kind === 'calendar') await disconnectCalendar(deps, vendor.id)
    if (dropped.ok && kind === 'bot') await disconnectBot(deps, member)
    return dropped
  },
  refusals: { gone: problem('connections.gone') },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t }) => redirectWithToast(deps, here, { title: t('connections.dropped') }),
})

const emailAgain = formAction({
  allow: member,
  texts: 'security',
  schema: () => noFields,
  run: ({ deps, visitor, member: { userId, email } }) =>
    resendEmailChange(deps, visitor, { userId, email }),
  refusals: {
    not_waiting: problem('email.notWaiting'),
    mails_limited: problem('email.mails_limited', 429),
  },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t, result: { email } }) =>
    redirectWithToast(deps, here, {
      title: t('email.sentAgain'),
      text: t('email.sentAgainText', { email }),
    }),
})

const emailWithdraw = formAction({
  allow: member,
  texts: 'security',
  schema: () => noFields,
  run: ({ deps, visitor, member: { userId, email } }) =>
    withdrawEmailChange(deps, visitor, { userId, email }),
  refusals: { not_waiting: problem('email.notWaiting') },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t, member: { email } }) =>
    redirectWithToast(deps, here, {
      title: t('email.withdrawn'),
      text: t('email.withdrawnText', { email }),
    }),
})

export const action = byIntent(
  {
    device,
    others,
    passkey,
    google,
    keep,
    drop,
    [emailIntents.again]: emailAgain,
    [emailIntents.withdraw]: emailWithdraw,
  },
  password,
)

export const clientAction = keepForm

export default function SettingsSecurity({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('security')
  const intent = actionData && textOf(actionData.typed, 'intent')
  const isOfEmail = Object.values<unknown>(emailIntents).includes(intent)
  return (
    <>
      <SettingsHeader title={t('title')} />
      <div className="grid max-w-3xl gap-8 pb-12">
        <section className="grid justify-items-start gap-4 border-b border-line pb-6">
          <h3 className="text-lg">{t('email.title')}</h3>
          <p className="-mt-3 wrap-anywhere text-muted">
            {t('email.text', { email: loaderData.email })}
          </p>
          <WaitingEmail waiting={loaderData.waiting} answer={isOfEmail ? actionData : undefined} />
          <LinkButton variant="secondary" to="/settings/security/email">
            {t('email.change')}
          </LinkButton>
        </section>
        <section className="grid gap-4">
          <h3 className="text-lg">{t('password.title')}</h3>
          {loaderData.hasPassword ? (
            <>
              <p className="-mt-3 text-muted">{t('password.text')}</p>
              <PasswordForm email={loaderData.email} answer={isOfEmail ? undefined : actionData} />
            </>
          ) : (
            <NoPassword email={loaderData.email} />
          )}
        </section>
        {loaderData.google.isShown && (
          <GoogleSection since={loaderData.google.since} hasPassword={loaderData.hasPassword} />
        )}
        <PasskeySection passkeys={loaderData.passkeys} />
        <TwoFactorSection recoveryCodes={loaderData.recoveryCodes} />
        <ConnectionList connections={loaderData.connections} />
        <section className="grid justify-items-stretch gap-4 border-t border-line pt-6">
          <h3 className="text-lg">{t('devices.title')}</h3>
          <p className="-mt-3 text-muted">{t('devices.text')}</p>
          <DeviceList devices={loaderData.devices} />
        </section>
      </div>
    </>
  )
}
