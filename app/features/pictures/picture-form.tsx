import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer, FormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { megabyte, type PictureKind, pictureLimits, pictureShapes } from '#core/pictures/rules.ts'
import { cutOut, type Part, readPicture, shrunk } from './prepare-picture.ts'

const CropDialog = lazy(() =>
  import('./crop-dialog.tsx').then((module) => ({ default: module.CropDialog })),
)

/** Includes formats that only some browsers can read: those browsers convert them to JPEG. */
const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/heic,image/heif'

type PictureFormProps = {
  kind: PictureKind
  /** the page whose action this is */
  action: string
  /** that page's own answer, where no script sends the form */
  answer: AnyFormAnswer
  /** the hint below the name of the field */
  hint: string
  /** whether there is a picture that could be removed */
  removable: boolean
}

/** Uploads one picture. A script asks which part is shown; without it the server decides. */
export function PictureForm({ kind, action, answer, hint, removable }: PictureFormProps) {
  const t = useTranslations('pictures')
  const fetcher = useFetcher<FormAnswer>()
  const said = fetcher.data ?? answer
  const errors = useForm(said).of('file')
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<ImageBitmap | null>(null)
  const [preparing, setPreparing] = useState(false)
  const { ratio, widths } = pictureShapes[kind]
  const widest = widths.at(-1) ?? widths[0]
  const busy = preparing || fetcher.state !== 'idle'

  /** Asks for the part if the picture can be cut here. */
  async function ask(file: File): Promise<boolean> {
    const bitmap = ratio === null ? null : await readPicture(file)
    setChosen(bitmap)
    return bitmap !== null
  }

  async function send(file: Blob, name: string) {
    const form = new FormData()
    form.set('kind', kind)
    form.set('file', file, name)
    await fetcher.submit(form, { action, method: 'post', encType: 'multipart/form-data' })
  }

  async function prepareAndSend(file: File) {
    if (await ask(file)) return
    await send(ratio === null ? await shrunk(file, widest) : file, file.name)
  }

  async function sendPart(picture: ImageBitmap, part: Part) {
    setChosen(null)
    const file = field.current?.files?.[0]
    const cut = (await cutOut(picture, part, widest)) ?? file
    if (cut) await send(cut, 'picture.jpg')
  }

  const waiting = async (work: Promise<unknown>) => {
    setPreparing(true)
    await work.finally(() => setPreparing(false))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    const file = field.current?.files?.[0]
    if (!file) return
    event.preventDefault()
    if (!busy) void waiting(prepareAndSend(file))
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
          description={`${hint} ${t('formats', { most: pictureLimits.fileBytes / megabyte })}`}
          errors={errors}
          accept={accepted}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file) void waiting(ask(file))
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" pending={busy} pendingLabel={t('uploading')}>
            {t('upload')}
          </Button>
        </div>
      </fetcher.Form>
      {removable && (
        <RemovePicture kind={kind} action={action} picture="only" label={t('remove')} />
      )}
      {chosen && ratio !== null && (
        <Suspense>
          <CropDialog
            picture={chosen}
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
  /** its id in the gallery; elsewhere there is only one */
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
