import Plus from 'lucide-react/icons/plus'
import { useTranslations } from 'use-intl'
import { KeptSessions } from '#app/features/workspace/kept-sessions.tsx'
import { ClassList } from '#app/features/workspace/class-list.tsx'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { listOwnClasses } from '#core/classes/queries/own-classes.ts'
import { listKeptSessions } from '#core/classes/queries/own-sessions.ts'
import { listPicturesOfClasses } from '#core/pictures/queries.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/classes'

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor } = memberOf(context)
  const { db } = depsOf(context)
  const [classes, kept] = await Promise.all([
    listOwnClasses(db, vendor.id),
    listKeptSessions(db, vendor.id),
  ])
  const pictures = await listPicturesOfClasses(
    db,
    classes.map(({ id }) => id),
  )
  return {
    classes: classes.map((own) => ({ ...own, picture: pictures.get(own.id) ?? null })),
    kept,
    manages: mayManage(vendor.role),
  }
}

export default function Classes({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('workspace.classes')
  const { classes, kept, manages } = loaderData
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
        <ClassList rows={classes} manages={manages} />
      )}
      {kept.length > 0 && <KeptSessions sessions={kept} />}
    </>
  )
}
