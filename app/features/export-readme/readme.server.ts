import { translator } from '#app/locale/translate.ts'
import { exportedTables, tablesLeftOut } from '#core/own-data/catalogue.ts'
import { csvTables } from '#core/own-data/queries/csv-tables.ts'
import { dateFormat } from '#core/shared/formats.ts'
import type { Language } from '#core/shared/languages.ts'

type Export = { business: string; timeZone: string; now: Date }

/** The text file inside an export: what each file contains, and what is not included. */
export function readmeOf(language: Language, { business, timeZone, now }: Export): string {
  const t = translator(language, 'exportReadme')
  const day = dateFormat(language, { timeZone, dateStyle: 'long' }).format(now)
  const csv = keysOf(csvTables).map((name) => `  csv/${name}.csv: ${t(`csv.${name}`)}`)
  const json = Object.entries(exportedTables).map(
    ([name, { holds }]) => `  json/${name}.json: ${holds[language]}`,
  )
  const leftOut = [
    ...Object.entries(exportedTables).flatMap(([name, { leftOut: columns = {} }]) =>
      Object.entries(columns).map(
        ([column, reason]) => `  ${name}.${column}: ${t(`reasons.${reason}`)}`,
      ),
    ),
    ...Object.entries(tablesLeftOut).map(
      ([name, reason]) => `  ${name}: ${t(`reasons.${reason}`)}`,
    ),
  ]
  const parts = [
    [t('title', { business }), t('made', { day })],
    [t('csvText'), ...csv],
    [t('jsonText'), ...json],
    [t('picturesText')],
    [t('leftOutText'), ...leftOut],
  ]
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const keysOf = <Key extends string>(of: Readonly<Record<Key, unknown>>) =>
  Object.keys(of).filter((key): key is Key => Object.hasOwn(of, key))
