import { useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import { Picture } from '#app/features/pictures/picture.tsx'
import { changePicture, pictureRefusals } from '#app/features/pictures/picture-form.server.ts'
import { PictureForm, RemovePicture } from '#app/features/pictures/picture-form.tsx'
import { SpotCover } from '#app/features/pictures/spot-cover.tsx'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { textOf } from '#app/http/form-answer.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { limitUploads } from '#app/http/limit-uploads.ts'
import { manager, managerOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Card } from '#app/ui/card.tsx'
import { listGallery, listPicturesOfPage } from '#core/pictures/queries.ts'
import {
  galleryMost,
  megabyte,
  pictureLimits,
  type VendorPictureKind,
} from '#core/pictures/rules.ts'
import { vendorPictureSchema } from '#core/pictures/schema.ts'
import type { Route } from './+types/pictures'

const here = '/dashboard/settings/pictures'

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = depsOf(context)
  const { vendor, fullName, avatarUrl } = managerOf(context)
  const [{ face, logo, cover }, gallery] = await Promise.all([
    listPicturesOfPage(db, vendor.id),
    listGallery(db, vendor.id),
  ])
  return {
    face,
    logo,
    cover,
    gallery,
    vendorId: vendor.id,
    name: fullName,
    avatarUrl,
  }
}

export const action = limitUploads(
  formAction({
    allow: manager,
    texts: 'pictures',
    schema: () => vendorPictureSchema,
    run: ({ deps, member, form }) =>
      changePicture(deps, { vendorId: member.vendor.id, kind: form.kind }, form),
    refusals: pictureRefusals,
    done: ({ deps, form, t }) =>
      redirectWithToast(deps, here, { title: t(form.remove === undefined ? 'saved' : 'removed') }),
  }),
)

export const clientAction = keepForm

export default function Pictures({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('pictures')
  const { face, logo, cover, gallery, vendorId, name, avatarUrl } = loaderData
  const formOf = (kind: VendorPictureKind, there: string | undefined) => (
    <PictureForm
      // A form of its own for each picture: what was chosen for the last one is gone.
      key={there}
      kind={kind}
      action={here}
      answer={actionData && textOf(actionData.typed, 'kind') === kind ? actionData : undefined}
      hint={t(`hints.${kind}`, { most: galleryMost })}
      removable={kind === 'gallery' ? null : (there ?? null)}
    />
  )
  return (
    <>
      <SettingsHeader
        title={t('title')}
        text={`${t('text')} ${t('formats', { most: pictureLimits.fileBytes / megabyte })}`}
      />
      <div className="grid max-w-3xl gap-6 pb-12">
        {/* Refused before it was read, so nobody knows which of the forms it was. */}
        {actionData?.typed['kind'] === undefined && <ButtonTrouble answer={actionData} />}
        <Card as="section" className="grid items-start gap-4 sm:grid-cols-[8rem_1fr]">
          {face ? (
            <Picture
              picture={face}
              alt={t('kinds.face')}
              sizes="6rem"
              loads="early"
              className="size-24 rounded-full"
            />
          ) : (
            <Avatar name={name} src={avatarUrl} size="huge" />
          )}
          {formOf('face', face?.name)}
        </Card>
        <Card as="section" className="grid items-start gap-4 sm:grid-cols-[8rem_1fr]">
          {logo ? (
            <Picture
              picture={logo}
              alt={t('kinds.logo')}
              sizes="8rem"
              loads="early"
              className="h-auto max-h-32 w-32 object-contain"
            />
          ) : (
            <SpotCover seed={vendorId} className="size-24 rounded-control" />
          )}
          {formOf('logo', logo?.name)}
        </Card>
        <Card as="section" className="grid gap-4">
          {cover ? (
            <Picture
              picture={cover}
              alt={t('kinds.cover')}
              sizes="(width < 48rem) 100vw, 44rem"
              className="aspect-2/1 h-auto w-full rounded-control"
            />
          ) : (
            <SpotCover seed={vendorId} className="aspect-3/1 w-full rounded-control" />
          )}
          {formOf('cover', cover?.name)}
        </Card>
        <Card as="section" className="grid gap-4">
          {gallery.length > 0 && (
            <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4">
              {gallery.map((picture, nth) => (
                <li key={picture.id} className="grid content-start gap-1">
                  <Picture
                    picture={picture}
                    alt={t('nth', { nth: nth + 1 })}
                    sizes="(width < 40rem) 50vw, 10rem"
                    className="aspect-square h-auto w-full rounded-control"
                  />
                  <RemovePicture
                    kind="gallery"
                    action={here}
                    picture={picture.name}
                    label={t('removeNth', { nth: nth + 1 })}
                  />
                </li>
              ))}
            </ul>
          )}
          {gallery.length < galleryMost ? (
            formOf('gallery', gallery.at(-1)?.name)
          ) : (
            <p className="text-muted">{t('full')}</p>
          )}
        </Card>
      </div>
    </>
  )
}
