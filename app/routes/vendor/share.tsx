import { useTranslations } from 'use-intl'
import { ShareTools } from '#app/features/overview/share-tools.tsx'
import { pageUrlOf } from '#app/features/workspace/page-url.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction, noFields } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { markLinkShared } from '#core/vendors/commands/first-steps.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/share'

export function loader({ context }: Route.LoaderArgs) {
  const { vendor } = memberOf(context)
  return {
    pageUrl: pageUrlOf(vendor, depsOf(context)),
    isShared: vendor.linkSharedAt !== null,
    manages: mayManage(vendor.role),
  }
}

export const action = formAction({
  allow: manager,
  texts: 'overview',
  schema: () => noFields,
  run: ({ deps, member }) => markLinkShared(deps.db, member.vendor.id),
  refusals: {},
  done: ({ deps, t }) => redirectWithToast(deps, '/dashboard', { title: t('share.marked') }),
})

export const clientAction = keepForm

export default function Share({ loaderData: { pageUrl, ...tools } }: Route.ComponentProps) {
  const t = useTranslations('overview.share')
  return (
    <>
      <SectionHeader
        title={t('title')}
        text={t('text')}
        back={{ to: '/dashboard', label: t('back') }}
      />
      {pageUrl === null ? (
        <p className="text-muted">{t('none')}</p>
      ) : (
        <ShareTools {...tools} pageUrl={pageUrl} />
      )}
    </>
  )
}
