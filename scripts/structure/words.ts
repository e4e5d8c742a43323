import { isCode, isTest, lineAt, type Problem, type Source } from './source.ts'

type Ban = { pattern: RegExp; where: (file: string) => boolean; says: string }

const mayReadEnvironment =
  /^(?:server\/config\.ts|(?:scripts|tests|bench|torture)\/.*|[a-z-]+\.config\.ts|.*\.test\.tsx?)$/
const startsProcesses = /^(?:server|db)\//

// Screens, the API and applied migrations have texts of their own rules.
const isProse = (file: string) =>
  /\.(?:md|tsx?|sql)$/.test(file) &&
  !/^api\/|^db\/(?:migrations\/|schema\.sql)|\/texts\//.test(file)

const bans: Ban[] = [
  {
    pattern: /\b(?:who[e]ver|ane[w]|com(?:es|ing) to res[t]|nobody is tol[d]|so many sign[s])\b/gi,
    where: isProse,
    says: 'Plain English: say who does what, with the usual words (a person who, again, all work is done, sends no message, characters).',
  },
  {
    pattern: /\bprocess\.env\b/g,
    where: (file) => isCode(file) && !mayReadEnvironment.test(file) && !startsProcesses.test(file),
    says: 'Only server/config.ts reads the environment.',
  },
  {
    // Handing the whole environment on (to loadConfig, to a child) reads no key of it.
    pattern: /\bprocess\.env\s*(?:\.|\?\.|\[)|[}]\s*=\s*process\.env\b/g,
    where: (file) => isCode(file) && !mayReadEnvironment.test(file) && startsProcesses.test(file),
    says: 'Only server/config.ts reads keys of the environment.',
  },
  {
    pattern: /\bstatus\s*[!=]?={1,2}\s*'pending'/g,
    where: (file) =>
      /^(?:app|api|core|db\/functions)\//.test(file) &&
      !isTest(file) &&
      !/^core\/bookings\/(?:rules\/status|steps\/write-payment)|\/referrals\/|^db\/functions\/(?:bookable|told)\.sql$/.test(
        file,
      ),
    says: 'Say which question it is: asksVendor (the vendor has to answer), stillWaits, holdsSeat, or isPending (whomever it waits for); in SQL asks_vendor(), still_waits(), holds_seat(), shown_status().',
  },
  {
    pattern: /\.waitForTimeout\(/g,
    where: (file) => file.startsWith('tests/'),
    says: 'Wait for what the test needs to see, not for time to pass.',
  },
  {
    pattern:
      /\b(?:startsAt|endsAt)\s*[:=]\s*(?:addMinutes\(\s*)?(?:new Date\(\s*\)|(?:new Date\(\s*)?Date\.now\()/g,
    where: (file) => (isTest(file) || file.startsWith('tests/')) && !file.startsWith('scripts/'),
    says: 'A session in a test is on a named day at a named hour: onDay() in tests/support/times.ts, or fromNow() for what is near.',
  },
  {
    pattern: /(?<![\w.])\/work\/|(?<!from\s['"](?:\.\.\/)*|import\(['"](?:\.\.\/)*)\.\.\/shared\b/g,
    where: () => true,
    says: 'A path of one machine has no place in the project.',
  },
  {
    pattern: /\b(?:TO[D]O|FIX[M]E)\b|\b(?:test|it|describe)\.only\(/g,
    where: isCode,
    says: 'Left over from work in progress.',
  },
]

/** Words and calls that are not allowed in these files. */
export function wordProblems(files: readonly Source[]): Problem[] {
  return files.flatMap((file) =>
    bans
      .filter((ban) => ban.where(file.path))
      .flatMap((ban) =>
        [...file.text.matchAll(ban.pattern)].map((match) => ({
          path: file.path,
          line: lineAt(file.text, match.index),
          says: ban.says,
        })),
      ),
  )
}
