import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { type Part, previewOf } from './prepare-picture.ts'

type CropDialogProps = {
  picture: ImageBitmap
  ratio: number
  round: boolean
  onDone: (part: Part) => void
  onClose: () => void
}

const mostZoom = 4

/** Asks which part of a picture is shown. Loaded with the first picture that somebody chooses. */
export function CropDialog({ picture, ratio, round, onDone, onClose }: CropDialogProps) {
  const t = useTranslations('pictures.crop')
  const s = useTranslations('shared')
  const zoomId = useId()
  const [preview] = useState(() => previewOf(picture))
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [part, setPart] = useState<Part | null>(null)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      text={t('text')}
      closeLabel={s('close')}
      actions={
        <>
          <Button type="button" variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="button" onClick={() => part && onDone(part)}>
            {t('use')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="relative h-72 overflow-hidden rounded-control bg-sunken sm:h-80">
          <Cropper
            image={preview}
            crop={crop}
            zoom={zoom}
            maxZoom={mostZoom}
            aspect={ratio}
            cropShape={round ? 'round' : 'rect'}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={setPart}
          />
        </div>
        <label htmlFor={zoomId} className="flex min-h-11 items-center gap-3">
          {t('zoom')}
          <input
            id={zoomId}
            type="range"
            min="1"
            max={mostZoom}
            step="0.05"
            value={zoom}
            onChange={(event) => setZoom(Number(event.target.value))}
            className="min-w-0 flex-1 accent-accent"
          />
        </label>
      </div>
    </Dialog>
  )
}
