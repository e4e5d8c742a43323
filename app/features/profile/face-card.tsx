import { useTranslations } from 'use-intl'
import { Picture } from '#app/features/pictures/picture.tsx'
import { PictureForm } from '#app/features/pictures/picture-form.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PictureShown } from '#core/pictures/rules.ts'

type FaceCardProps = { face: PictureShown | null; avatarUrl: string | null; name: string }

/** The picture of the person behind the page, which may also come later. */
export function FaceCard({ face, avatarUrl, name }: FaceCardProps) {
  const t = useTranslations('profile.steps')
  const p = useTranslations('pictures')
  return (
    <Card as="section" className="grid items-start gap-4 sm:grid-cols-[6rem_1fr]">
      {face ? (
        <Picture
          picture={face}
          alt={p('kinds.face')}
          sizes="6rem"
          loads="early"
          className="size-24 rounded-full"
        />
      ) : (
        <Avatar name={name} src={avatarUrl} size="huge" />
      )}
      <PictureForm
        key={face?.name}
        kind="face"
        action="/onboarding"
        answer={undefined}
        hint={t('faceHint')}
        removable={null}
      />
    </Card>
  )
}
