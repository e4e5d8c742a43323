import { createHash } from 'node:crypto'
import { type Language, languageOf, languages } from '#core/shared/languages.ts'
import { textsOf } from './catalogue.ts'
import { isTextGroup, type TextGroup, textGroups } from './text-groups.ts'

/** A script that hands the texts of one group in one language to the page. */
type TextFile = { path: string; script: string }

const files: Readonly<Record<Language, Readonly<Record<TextGroup, TextFile>>>> = {
  en: filesOf('en'),
  de: filesOf('de'),
  ru: filesOf('ru'),
}

function filesOf(language: Language): Record<TextGroup, TextFile> {
  return {
    visitor: fileOf(language, 'visitor'),
    site: fileOf(language, 'site'),
    account: fileOf(language, 'account'),
    workspace: fileOf(language, 'workspace'),
    settings: fileOf(language, 'settings'),
    calendar: fileOf(language, 'calendar'),
  }
}

/** The path names the content, so that a browser may keep the file for good. */
function fileOf(language: Language, group: TextGroup): TextFile {
  const name = `${group}.${language}`
  const script = `(self.openspotTexts??={})["${name}"]=${JSON.stringify(textsOf(language, textGroups[group]))}`
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 10)
  return { path: `/language/${name}.${hash}.js`, script }
}

/** Where a page of a language finds each group. */
export function textPaths(language: Language): Record<TextGroup, string> {
  const { visitor, site, account, workspace, settings, calendar } = files[language]
  return {
    visitor: visitor.path,
    site: site.path,
    account: account.path,
    workspace: workspace.path,
    settings: settings.path,
    calendar: calendar.path,
  }
}

/** The file of a request, also of a page older than this build; null where there is none. */
export function findTextFile(fileName: string): TextFile | null {
  const [group = '', name] = fileName.split('.')
  const language = languageOf(name)
  return language && isTextGroup(group) ? files[language][group] : null
}

/** Puts every text where pages drawn on the server look for it. */
export function provideTexts(): void {
  globalThis.openspotTexts = Object.fromEntries(
    languages.flatMap((language) =>
      Object.entries(textGroups).map(([group, areas]) => [
        `${group}.${language}`,
        textsOf(language, areas),
      ]),
    ),
  )
}
