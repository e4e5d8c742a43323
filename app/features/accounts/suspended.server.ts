import { translator } from '#app/locale/translate.ts'
import type { Language } from '#core/shared/languages.ts'

/** Why somebody whose vendor is suspended cannot sign in, in the operator's words. */
export function sayWhySuspended({ because }: { because: string | null }, language: Language) {
  const t = translator(language, 'account')
  const text =
    because === null
      ? t('login.problems.suspended')
      : t('login.problems.suspendedBecause', { because })
  return { problem: { title: t('error'), text }, status: 400 }
}
