import { useTranslations } from 'use-intl'
import type { FieldsShown } from '#app/features/forms/use-form.ts'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { TextField } from '#app/ui/text-field.tsx'

type PlaceFieldsProps = { fields: Record<string, string>; errors: FieldsShown }

/** An address or an online link; the stylesheet shows the one that is chosen. */
export function PlaceFields({ fields, errors }: PlaceFieldsProps) {
  const t = useTranslations('vendorClasses.form')
  return (
    <div className="group/place grid gap-4">
      <RadioCards
        legend={t('place')}
        name="placeKind"
        columns={2}
        defaultValue={fields['placeKind'] ?? 'address'}
        errors={errors.of('placeKind')}
        options={[
          { value: 'address', title: t('placeKind.address') },
          { value: 'online', title: t('placeKind.online') },
        ]}
      />
      <TextField
        {...errors.field('location')}
        label={t('location')}
        defaultValue={fields['location']}
        maxLength={200}
        autoComplete="street-address"
        className="group-has-[input[value=online]:checked]/place:hidden"
      />
      <TextField
        {...errors.field('onlineUrl')}
        label={t('onlineUrl')}
        description={t('onlineUrlText')}
        defaultValue={fields['onlineUrl']}
        type="url"
        inputMode="url"
        maxLength={2000}
        dir="ltr"
        className="group-has-[input[value=address]:checked]/place:hidden"
      />
    </div>
  )
}
