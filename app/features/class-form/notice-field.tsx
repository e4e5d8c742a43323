import { useTranslations } from 'use-intl'
import type { FieldsShown } from '#app/features/forms/use-form.ts'
import { useNoticeText } from './notice-text.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import { noticePeriods } from '#core/vendors/rules.ts'

/** What the booking rules say of a notice period, and whether the plan has an own one for a class, and reminders. */
export type NoticeOffer = { usual: number; mayChange: boolean; reminds: boolean }

type NoticeFieldProps = {
  fields: Record<string, string>
  errors: FieldsShown
  offer: NoticeOffer
}

/** Until when cancelling is free in this class. */
export function NoticeField({ fields, errors, offer }: NoticeFieldProps) {
  const t = useTranslations('settings.rules')
  const noticeText = useNoticeText()
  const usualText = useNoticeText('ofSettings')
  const chosen = fields['noticeMinutes'] ?? ''
  return (
    <SelectField
      {...errors.field('noticeMinutes')}
      label={t('notice')}
      description={offer.mayChange ? t('classNotice') : t('notInPlan')}
      defaultValue={chosen}
      placeholder={usualText(offer.usual)}
      otherLabel={chosen === '' ? undefined : noticeText(Number(chosen))}
      options={noticePeriods.map((minutes) => ({
        value: String(minutes),
        label: noticeText(minutes),
        disabled: !offer.mayChange && String(minutes) !== chosen,
      }))}
      className="max-w-md"
    />
  )
}
