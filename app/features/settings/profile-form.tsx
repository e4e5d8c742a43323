import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { Face } from '#app/features/pictures/face.tsx'
import {
  DescriptionField,
  LinkFields,
  TeachingFields,
} from '#app/features/profile/about-fields.tsx'
import { PagePreview } from '#app/features/profile/page-preview.tsx'
import { useTyped } from '#app/features/forms/use-typed.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { PictureShown } from '#core/pictures/rules.ts'

export type ProfileShown = {
  version: string
  fields: Readonly<Record<string, string>>
  face: PictureShown | null
  cover: PictureShown | null
  avatarUrl: string | null
  username: string
  origin: string
}

type ProfileFormProps = {
  shown: ProfileShown
  answer: AnyFormAnswer
  /** further forms below it */
  children: ReactNode
}

/** Picture, names, place and everything that the page says, with the page beside it. It is sent to the page that shows it. */
export function ProfileForm({ shown, answer, children }: ProfileFormProps) {
  const t = useTranslations('settings.profile')
  const s = useTranslations('settings')
  const p = useTranslations('profile')
  const optional = useTranslations('shared')('optional')
  const { fields: values, version, face, cover, avatarUrl, username, origin } = shown
  const labels = {
    fullName: t('fullName'),
    businessName: t('businessName'),
    location: t('location'),
    serviceAreas: p('serviceAreas'),
    description: p('description'),
    specialties: p('specialties'),
    experienceYears: p('experienceYears'),
    website: p('website'),
    instagram: p('instagram'),
    facebook: p('facebook'),
    twitter: p('twitter'),
  }
  const form = useForm(answer, { labels, values })
  const { typed, ref, follow } = useTyped(form.fields)
  const { businessName = '' } = values
  return (
    <div className="grid gap-x-12 xl:grid-cols-[minmax(0,36rem)_18rem]">
      <div className="grid max-w-xl gap-8 pb-12">
        <section aria-label={t('picture')} className="flex flex-wrap items-center gap-4">
          <Face name={businessName} face={face} avatarUrl={avatarUrl} size="huge" />
          <LinkButton to="/dashboard/settings/pictures" variant="secondary">
            {t('changePicture')}
          </LinkButton>
        </section>
        <Form method="post" noValidate ref={ref} onInput={follow} className="grid gap-6">
          <ShownVersion version={version} answer={answer} />
          <FormSummary form={form} />
          <TextField
            {...form.text('fullName')}
            label={t('fullName')}
            autoComplete="name"
            maxLength={120}
            required
          />
          <TextField
            {...form.text('businessName')}
            label={t('businessName')}
            autoComplete="organization"
            maxLength={120}
            required
          />
          <TextField
            {...form.text('location')}
            label={t('location')}
            description={t('locationText')}
            autoComplete="address-level2"
            maxLength={160}
            required
          />
          <TextField
            {...form.text('serviceAreas')}
            label={p('serviceAreas')}
            note={optional}
            description={p('serviceAreasHelp')}
            maxLength={200}
          />
          <DescriptionField fields={form.fields} errors={form} />
          <TeachingFields fields={form.fields} errors={form} />
          <h3 className="border-t border-line pt-6 text-lg">{p('links')}</h3>
          <LinkFields fields={form.fields} errors={form} />
          <div>
            <Button pending={form.busy} pendingLabel={s('saving')}>
              {s('save')}
            </Button>
          </div>
        </Form>
        {children}
      </div>
      <aside className="sticky top-24 self-start max-xl:hidden">
        <PagePreview
          fields={{ ...typed, username }}
          host={origin.replace(/^https?:\/\//, '')}
          {...{ avatarUrl, face, cover }}
          running
        />
      </aside>
    </div>
  )
}
