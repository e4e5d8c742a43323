import { redirect, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { profileFields } from '#app/features/profile/profile-fields.ts'
import { ProfileForm } from '#app/features/settings/profile-form.tsx'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { UsernameForm } from '#app/features/settings/username-form.tsx'
import { formAction } from '#app/http/form-action.ts'
import { textOf } from '#app/http/form-answer.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn, wrong } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { listPicturesOfPage } from '#core/pictures/queries.ts'
import { versionOf } from '#core/shared/version.ts'
import { changeProfile } from '#core/vendors/commands/change-profile.ts'
import { changeUsername } from '#core/vendors/commands/change-username.ts'
import { findProfile } from '#core/vendors/queries.ts'
import { profileSchema, usernameSchema } from '#core/vendors/schema.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/settings-profile'

/** What links to a tab of /settings call it, and its page. */
const tabs = new Map([
  ['integrations', '/settings/integrations'],
  ['legacy', '/settings/legacy'],
  ['api', '/settings/api'],
])

export async function loader({ context, url }: Route.LoaderArgs) {
  const tab = url.pathname === '/settings' && tabs.get(url.searchParams.get('tab') ?? '')
  const back = url.searchParams.get('google_connected') === 'true' ? '?google_connected=true' : ''
  if (tab) throw redirect(`${tab}${back}`)
  // What an instructor has of the settings.
  if (url.pathname === '/settings' && !mayManage(memberOf(context).vendor.role))
    throw redirect('/settings/security')
  const { db } = depsOf(context)
  const { vendor, userId, avatarUrl } = managerOf(context)
  const [profile, { face, cover }] = await Promise.all([
    findProfile(db, { vendorId: vendor.id, userId }),
    listPicturesOfPage(db, vendor.id),
  ])
  return {
    fields: profileFields(profile),
    version: versionOf(profile),
    usernameVersion: versionOf({ username: vendor.username ?? '' }),
    face,
    cover,
    avatarUrl,
    username: vendor.username ?? '',
    origin: depsOf(context).origin,
  }
}

const save = formAction({
  allow: manager,
  texts: 'settings',
  schema: () => profileSchema,
  fields: () => profileFields,
  run: ({ deps, member, form, version }) =>
    changeProfile(deps.db, { vendorId: member.vendor.id, userId: member.userId }, form, version),
  refusals: {},
  failures: ({ t }) => ({
    failed: { title: t('profile.failed'), text: t('profile.failedText') },
  }),
  done: ({ deps, url, t }) =>
    redirectWithToast(deps, url.pathname, { title: t('profile.updated') }),
})

const { field } = refusalsIn('settings')

const username = formAction({
  allow: manager,
  texts: 'settings',
  schema: () => usernameSchema,
  fields: () => (form) => form,
  run: ({ deps, member, form, version }) =>
    changeUsername(deps.db, member.vendor.id, form, version),
  refusals: {
    username_shape: wrong('username', 'username_shape', 400),
    username_reserved: wrong('username', 'username_reserved', 400),
    username_taken: wrong('username', 'username_taken'),
    username_limit: field('username', 'username.limit', 429),
  },
  failures: ({ t }) => ({
    failed: { title: t('profile.failed'), text: t('profile.failedText') },
  }),
  done: ({ deps, url, result, t }) =>
    redirectWithToast(deps, url.pathname, {
      title: t('profile.updated'),
      text: t('username.saved', { address: `${deps.origin}/${result.username}` }),
    }),
})

export const action = byIntent({ username }, save)

export const clientAction = keepForm

/** The same form at /settings, at /settings/profile, and on the dashboard. */
export default function SettingsProfile({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('settings.profile')
  const { pathname } = useLocation()
  const isAddress = actionData !== undefined && textOf(actionData.typed, 'intent') === 'username'
  return (
    <>
      <SettingsHeader
        title={t('title')}
        text={t('text')}
        listed={pathname !== '/dashboard/profile'}
      />
      <ProfileForm shown={loaderData} answer={isAddress ? undefined : actionData}>
        <UsernameForm
          key={loaderData.username}
          version={loaderData.usernameVersion}
          username={loaderData.username}
          origin={loaderData.origin}
          answer={isAddress ? actionData : undefined}
        />
      </ProfileForm>
    </>
  )
}
