import { type FormEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer, FormAnswer } from '#app/http/form-answer.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Button } from '#app/ui/button.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { type PictureKind, pictureShapes } from '#core/pictures/rules.ts'
import { cutOut, type Part, readPicture, shrunk } from './prepare-picture.ts'

const CropDialog = lazyPart(() => import('./crop-dialog.tsx').then((module) => module.CropDialog))

/** Includes formats that only some browsers can read: those browsers convert them to JPEG. */
const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/heic,image/heif'

type Chosen = { picture: ImageBitmap; file: File }

type PictureFormProps = {
  kind: PictureKind
  /** the page whose action this is */
  action: string
  /** that page's own answer, where no script sends the form */
  answer: AnyFormAnswer
  /** the hint below the name of the field */
  hint: string
  /** the name of the picture that can be removed here; null: there is none */
  removable: string | null
}

/**
 * Uploads one picture as soon as it is chosen. A script asks which part is shown; without it there is a button, and the
 * server decides.
 */
export function PictureForm({ kind, action, answer, hint, removable }: PictureFormProps) {
  const t = useTranslations('pictures')
  const fetcher = useFetcher<FormAnswer>()
  const said = fetcher.data ?? answer
  const errors = useForm(said).of('file')
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [preparing, setPreparing] = useState(false)
  const { ratio, widths } = pictureShapes[kind]
  const widest = widths.at(-1) ?? widths[0]
  const busy = preparing || fetcher.state !== 'idle'

  async function send(file: Blob, name: string) {
    const form = new FormData()
    form.set('kind', kind)
    form.set('file', file, name)
    await fetcher.submit(form, { action, method: 'post', encType: 'multipart/form-data' })
  }

  /** Asks for the part if the picture can be cut here; otherwise it is sent. */
  async function prepare(file: File) {
    const picture = ratio === null ? null : await readPicture(file)
    if (picture) return setChosen({ picture, file })
    await send(ratio === null ? await shrunk(file, widest) : file, file.name)
  }

  async function sendPart({ picture, file }: Chosen, part: Part) {
    setChosen(null)
    await send((await cutOut(picture, part, widest)) ?? file, 'picture.jpg')
  }

  const waiting = async (work: Promise<unknown>) => {
    setPreparing(true)
    await work.finally(() => setPreparing(false))
  }

  function take() {
    const input = field.current
    const file = input?.files?.[0]
    if (!input || !file || busy) return
    // So that the same file can be chosen again.
    input.value = ''
    void waiting(prepare(file))
  }

  // A file may be chosen before the script has loaded.
  const first = useEffectEvent(take)
  useEffect(() => first(), [])

  function submit(event: FormEvent<HTMLFormElement>) {
    if (!field.current?.files?.[0]) return
    event.preventDefault()
    take()
  }

  return (
    <div className="grid content-start gap-3">
      <fetcher.Form
        method="post"
        action={action}
        encType="multipart/form-data"
        onSubmit={submit}
        className="grid gap-3"
      >
        <input type="hidden" name="kind" value={kind} />
        {said?.problem && <ButtonTrouble answer={said} />}
        <FileField
          ref={field}
          id={`field-${kind}`}
          name="file"
          label={t(`kinds.${kind}`)}
          description={hint}
          area={
            busy
              ? t('uploading')
              : t.rich('choose', {
                  drop: (words) => <span className="[@media(hover:none)]:hidden">{words}</span>,
                })
          }
          pending={busy}
          errors={errors}
          accept={accepted}
          onChange={take}
        />
        <output className="sr-only">{busy && t('uploading')}</output>
        <div className="not-noscript:hidden">
          <Button variant="secondary">{t('upload')}</Button>
        </div>
      </fetcher.Form>
      {removable !== null && (
        <RemovePicture kind={kind} action={action} picture={removable} label={t('remove')} />
      )}
      {chosen && ratio !== null && (
        <Suspense>
          <CropDialog
            picture={chosen.picture}
            ratio={ratio}
            round={kind === 'face'}
            onClose={() => setChosen(null)}
            onDone={(part) => void waiting(sendPart(chosen, part))}
          />
        </Suspense>
      )}
    </div>
  )
}

type RemovePictureProps = {
  kind: PictureKind
  action: string
  /** its name, so that no other one is removed that took its place */
  picture: string
  label: string
}

export function RemovePicture({ kind, action, picture, label }: RemovePictureProps) {
  const fetcher = useFetcher<FormAnswer>()
  return (
    <fetcher.Form method="post" action={action}>
      <input type="hidden" name="kind" value={kind} />
      <ButtonTrouble answer={fetcher.data} />
      <Button
        variant="quiet"
        size="small"
        name="remove"
        value={picture}
        pending={fetcher.state !== 'idle'}
      >
        {label}
      </Button>
    </fetcher.Form>
  )
}
