import { useTranslations } from 'use-intl'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { megabyte, type PictureShown, pictureLimits } from '#core/pictures/rules.ts'
import { Picture } from './picture.tsx'
import { PictureForm } from './picture-form.tsx'
import { SpotCover } from './spot-cover.tsx'

type ClassPictureProps = {
  classId: string
  picture: PictureShown | null
  answer: AnyFormAnswer
}

/** The picture of a class, as its cards show it, and the form that changes it. */
export function ClassPicture({ classId, picture, answer }: ClassPictureProps) {
  const t = useTranslations('pictures')
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[15rem_1fr]">
      {picture ? (
        <Picture
          picture={picture}
          alt={t('kinds.class')}
          sizes="15rem"
          loads="early"
          className="aspect-3/2 w-60 rounded-control"
        />
      ) : (
        <SpotCover seed={classId} className="aspect-3/2 w-60 rounded-control" />
      )}
      <PictureForm
        // A form of its own for each picture: what was chosen for the last one is gone.
        key={picture?.name}
        kind="class"
        action={`/dashboard/classes/${classId}/picture`}
        answer={answer}
        hint={`${t('hints.class')} ${t('formats', { most: pictureLimits.fileBytes / megabyte })}`}
        removable={picture?.name ?? null}
      />
    </div>
  )
}
