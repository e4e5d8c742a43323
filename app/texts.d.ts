import type { Language, Texts } from '#core/shared/texts/catalogue.ts'

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language
    Messages: Texts
  }
}
