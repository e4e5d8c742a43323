/** Why a password is refused, or null. */
export function passwordProblem(
  password: string,
): 'password_short' | 'password_long' | 'password_common' | null {
  if ([...password].length < 8) return 'password_short'
  if (password.length > 256) return 'password_long'
  const plain = password.toLowerCase()
  if (commonPasswords.has(plain) || /^(.)\1+$/.test(plain) || isRun(plain)) return 'password_common'
  return null
}

/** 12345678, abcdefgh, 87654321 … */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((sign, at) => sign.charCodeAt(0) - text.charCodeAt(at))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

// The ones of at least eight signs that head every published list of leaked passwords.
const commonPasswords = new Set(
  `password password1 password12 password123 passw0rd p@ssword p@ssw0rd qwertyui qwerty12 qwerty123 qwertyuiop
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsxedc zaq12wsx asdfghjk asdfghjkl zxcvbnm1 zxcvbnm123 iloveyou iloveyou1 sunshine
  princess football baseball superman starwars trustno1 whatever michelle jennifer computer internet corvette mercedes
  midnight samantha victoria liverpool chelsea1 arsenal1 charlie1 michael1 jessica1 letmein1 welcome1 welcome123 admin123
  administrator changeme changeme1 dragon12 monkey12 shadow12 master12 abcd1234 abc12345 a1b2c3d4 aa123456 123456ab
  12341234 11223344 12121212 123123123 987654321 147258369 159357456 00000000 fitness1 fitness123 yoga1234 trainer1 trainer123
  openspot openspot1 qwer1234 1234qwer test1234 testtest secret123 football1 baseball1 pokemon1 freedom1 whatever1
  computer1 password! password1! summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 hello123 helloworld`.split(
    /\s+/,
  ),
)

/** Where a sign-in or a confirmation may lead: a path of this site, else the fallback. */
export function safeRedirect(target: string | null, origin: string, fallback: string): string {
  if (target === null || target === '' || /[\u0000-\u001f\\]/.test(target)) return fallback
  if (!URL.canParse(target, origin)) return fallback
  const url = new URL(target, origin)
  if (url.origin !== new URL(origin).origin) return fallback
  const path = url.pathname.startsWith('/auth/v1/callback') ? '/auth-callback' : url.pathname
  return path.startsWith('//') ? fallback : path + url.search + url.hash
}

export const avatarPictures = [1, 2, 3, 4, 5].map((n) => `/avatars/${n}.svg`)

/** One of the bundled pictures; the draw is a number from 0 to below 1. */
export function drawAvatar(draw: number): string {
  return avatarPictures[Math.floor(draw * avatarPictures.length)] ?? '/avatars/1.svg'
}

/** The name a new account starts with: what stands before the @, else 'User'. */
export function firstName(email: string): string {
  return email.split('@')[0]?.trim().slice(0, 120) || 'User'
}

export type Role = 'vendor' | 'super_admin'

/** Where a signed-in person starts. */
export function homeOf(roles: readonly Role[]): string {
  return roles.includes('super_admin') ? '/super-admin/dashboard' : '/dashboard'
}
