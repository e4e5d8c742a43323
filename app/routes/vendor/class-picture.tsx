import { useTranslations } from 'use-intl'
import { ClassPicture } from '#app/features/pictures/class-picture.tsx'
import { changePicture, pictureRefusals } from '#app/features/pictures/picture-form.server.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { limitUploads } from '#app/http/limit-uploads.ts'
import { manager, managerOf, orNotFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Card } from '#app/ui/card.tsx'
import { findOwnClass } from '#core/classes/queries/own-classes.ts'
import { listPicturesOfClasses } from '#core/pictures/queries.ts'
import { pictureSchema } from '#core/pictures/schema.ts'
import type { Route } from './+types/class-picture'

export async function loader({ params: { classId }, context }: Route.LoaderArgs) {
  const { db } = depsOf(context)
  const found = orNotFound(
    await findOwnClass(db, { vendorId: managerOf(context).vendor.id, classId }),
  )
  const pictures = await listPicturesOfClasses(db, [found.id])
  return { classId: found.id, title: found.title, picture: pictures.get(found.id) ?? null }
}

export const action = limitUploads(
  formAction({
    allow: manager,
    texts: 'pictures',
    schema: () => pictureSchema,
    run: ({ deps, member, id, form }) =>
      changePicture(
        deps,
        { vendorId: member.vendor.id, kind: 'class', classId: id('classId') },
        form,
      ),
    refusals: pictureRefusals,
    done: ({ deps, id, form, t }) =>
      redirectWithToast(deps, `/dashboard/classes/${id('classId')}`, {
        title: t(form.remove === undefined ? 'saved' : 'removed'),
      }),
  }),
)

export const clientAction = keepForm

/** Where a form without a script comes out when it was refused; otherwise it is part of the class's page. */
export default function PictureOfClass({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('pictures')
  const { classId, title, picture } = loaderData
  return (
    <>
      <SectionHeader
        title={t('ofClass.title', { title })}
        back={{ to: `/dashboard/classes/${classId}`, label: t('ofClass.back') }}
      />
      <Card as="section" className="mb-12 max-w-3xl">
        <ClassPicture classId={classId} picture={picture} answer={actionData} />
      </Card>
    </>
  )
}
