import Plus from 'lucide-react/icons/plus'
import { useTranslations } from 'use-intl'
import { ClassTable } from '#app/features/workspace/class-table.tsx'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { listOwnClasses } from '#core/classes/queries/own-classes.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/classes'

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor } = memberOf(context)
  return {
    classes: await listOwnClasses(depsOf(context).db, vendor.id),
    manages: mayManage(vendor.role),
  }
}

export default function Classes({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('workspace.classes')
  const { classes, manages } = loaderData
  const add = manages && (
    <LinkButton to="/dashboard/classes/new">
      <Plus aria-hidden="true" /> {t('add')}
    </LinkButton>
  )
  return (
    <>
      <SectionHeader title={t('title')} actions={classes.length > 0 && add} />
      {classes.length === 0 ? (
        <EmptyState level={3} title={t('empty')} text={t('emptyText')} action={add} />
      ) : (
        <ClassTable rows={classes} manages={manages} />
      )}
    </>
  )
}
