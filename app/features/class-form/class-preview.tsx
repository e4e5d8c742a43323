import { useLocale, useTranslations } from 'use-intl'
import { SpotCover } from '#app/features/pictures/spot-cover.tsx'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import { Card } from '#app/ui/card.tsx'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import { parseAmount } from '#core/shared/money.ts'
import { timesIn } from './class-values.ts'

type ClassPreviewProps = {
  /** what stands in the form now */
  fields: Readonly<Record<string, string>>
  currency: string
}

/** A new class as a card: what customers would see. */
export function ClassPreview({ fields, currency }: ClassPreviewProps) {
  const t = useTranslations('workspace')
  const classTexts = useTranslations('vendorClasses')
  const texts = useClassTexts()
  const language = useLocale()
  const text = (name: string) => fields[name]?.trim() ?? ''
  const price = parseAmount(text('price'), { currency, language })
  const isOnline = text('placeKind') === 'online'
  const place = texts.place({ location: text('location') || null, onlineUrl: isOnline ? '' : null })
  const times = timesIn(fields).filter(({ startTime }) => startTime !== '')
  const capacity = Math.min(Math.max(Math.trunc(Number(text('maxStudents'))) || 1, 1), 5000)
  return (
    <Card flush className="grid gap-3 p-5 pt-0">
      <SpotCover seed="" className="-mx-5 aspect-5/2" />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 flex-1 basis-32 text-lg font-semibold wrap-anywhere">
          <bdi>{text('title') || classTexts('form.classTitle')}</bdi>
        </p>
        {price !== null && <p className="text-lg font-semibold">{texts.price(price, currency)}</p>}
      </div>
      <div className="grid gap-1 text-muted">
        {texts
          .shortTimes(
            times.map(({ weekday, startTime, everyWeeks }) => ({
              weekday: Number(weekday),
              startTime,
              everyWeeks: Number(everyWeeks),
              until: null,
            })),
          )
          .map((line) => (
            <p key={line} className="text-ink">
              {line}
            </p>
          ))}
        <p className="wrap-anywhere">
          <bdi>{place}</bdi>
        </p>
      </div>
      <SpotMeter taken={0} capacity={capacity} label={t('booked', { taken: 0, capacity })} />
      {text('description') && (
        <p className="line-clamp-3 whitespace-pre-line text-muted wrap-anywhere">
          <bdi>{text('description')}</bdi>
        </p>
      )}
    </Card>
  )
}
