import type { Problem, Source } from './source.ts'

export const areasFile = 'app/locale/areas.ts'

const languages = { en: '', de: 'De', ru: 'Ru' } as const
const englishTexts = /^app\/(?:features\/[a-z-]+|seo)\/texts\/en\.ts$/

/** The module that puts the texts of all areas together: one area per folder, named by what its English file exports. */
export function areasModule(files: readonly Source[]): string {
  const areas = files
    .filter(({ path }) => englishTexts.test(path))
    .flatMap(({ path, text }) => {
      const name = /^export const (\w+)/m.exec(text)?.[1]
      return name === undefined ? [] : [{ name, folder: path.replace(/en\.ts$/, '') }]
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const imports = areas.flatMap(({ name, folder }) =>
    Object.entries(languages).map(([language, end]) => {
      const named = end === '' ? name : `${name} as ${name}${end}`
      return `import { ${named} } from '#${folder}${language}.ts'\n`
    }),
  )
  const lists = Object.entries(languages).map(
    ([language, end]) =>
      `\nexport const ${language} = {\n${areas.map(({ name }) => (end === '' ? `  ${name},\n` : `  ${name}: ${name}${end},\n`)).join('')}}\n`,
  )
  return `// Written by npm run texts.\n${imports.join('')}${lists.join('')}`
}

/** The module when it no longer lists the folders there are. */
export function areasProblems(files: readonly Source[]): Problem[] {
  const file = files.find(({ path }) => path === areasFile)
  if (!file || file.text === areasModule(files)) return []
  return [{ path: areasFile, line: 1, says: 'It does not list all texts: run npm run texts.' }]
}
