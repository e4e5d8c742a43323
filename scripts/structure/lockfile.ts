import { z } from 'zod'
import { lineAt, type Problem } from './source.ts'

const schema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      dev: z.boolean().default(false),
      optional: z.boolean().default(false),
      link: z.boolean().default(false),
      inBundle: z.boolean().default(false),
    }),
  ),
})

/**
 * Binaries of our tools for other systems, written into the lockfile by hand: the registry they were looked up in does
 * not have them. With its next version each needs a hash like everything else.
 */
const unhashed: readonly [name: string, version: string][] = [
  ['@oxc-parser/binding-', '0.156.0'],
  ['@oxfmt/binding-', '0.78.0'],
  ['@oxlint/binding-', '1.94.0'],
  ['@oxlint-tsgolint/', '7.0.2007'],
  ['@tailwindcss/oxide-', '4.3.5'],
]

/** Without its hash npm installs whatever the registry sends. */
export function lockfileProblems(text: string): Problem[] {
  const { packages } = schema.parse(JSON.parse(text))
  return Object.entries(packages)
    .filter(([place, { integrity }]) => place !== '' && integrity === undefined)
    .filter(([, { link, inBundle }]) => !link && !inBundle)
    .filter(
      ([place, { version, dev, optional }]) =>
        !(dev && optional) ||
        !unhashed.some(
          ([name, known]) => place.startsWith(`node_modules/${name}`) && version === known,
        ),
    )
    .map(([place]) => ({
      path: 'package-lock.json',
      line: lineAt(text, text.indexOf(`"${place}"`)),
      says: `"${place}" has no integrity hash.`,
    }))
}
