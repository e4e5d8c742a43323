import { useTranslations } from 'use-intl'
import type { FieldsShown } from '#app/features/forms/use-form.ts'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { payWays } from '#core/classes/rules.ts'

/** `isAsked`: the vendor has an account for cards, or the class says that it is paid with one. */
export type PaysOffer = { isAsked: boolean; takesCards: boolean }

type PaysFieldProps = {
  fields: Record<string, string>
  errors: FieldsShown
  offer: PaysOffer
}

/** Where the customers of a class pay. */
export function PaysField({ fields, errors, offer }: PaysFieldProps) {
  const t = useTranslations('vendorClasses.form')
  if (!offer.isAsked) return null
  return (
    <RadioCards
      {...errors.field('pays')}
      legend={t('pays')}
      columns={3}
      defaultValue={fields['pays'] ?? 'studio'}
      description={offer.takesCards ? undefined : t('paysOff')}
      options={payWays.map((way) => ({
        value: way,
        title: t(`payWays.${way}`),
        text: t(`payTexts.${way}`),
      }))}
    />
  )
}

/** The choice as a word, where a form names what changed. */
export function usePaysShows() {
  const t = useTranslations('vendorClasses.form')
  return {
    pays: (way: string) => t(`payWays.${payWays.find((one) => one === way) ?? 'studio'}`),
  }
}
