import type { Texts } from '#app/locale/catalogue.ts'
import type { Language } from '#core/shared/languages.ts'

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language
    Messages: Texts
  }
}
