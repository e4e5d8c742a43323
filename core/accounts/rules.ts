/** Where a sign-in or a confirmation may lead: a path of this site, else the fallback. */
export function safeRedirect(target: string | null, origin: string, fallback: string): string {
  if (target === null || target === '' || /[\u0000-\u001f\\]/.test(target)) return fallback
  if (!URL.canParse(target, origin)) return fallback
  const url = new URL(target, origin)
  if (url.origin !== new URL(origin).origin) return fallback
  const path = url.pathname.startsWith('/auth/v1/callback') ? '/auth-callback' : url.pathname
  return path.startsWith('//') || isOfAccounts(path) ? fallback : path + url.search + url.hash
}

/** The router ignores the case of paths and reads escapes. A sign-in must neither end at once nor confirm anything. */
function isOfAccounts(path: string): boolean {
  const read = path.replace(/%[0-9a-f]{2}/gi, (byte) =>
    String.fromCharCode(parseInt(byte.slice(1), 16)),
  )
  return /^\/(?:signout|auth)(?![\w-])/i.test(read)
}

export const avatarPictures = [1, 2, 3, 4, 5].map((n) => `/avatars/${n}.svg`)

/** One of the bundled pictures; the draw is a number from 0 to below 1. */
export function drawAvatar(draw: number): string {
  return avatarPictures[Math.floor(draw * avatarPictures.length)] ?? '/avatars/1.svg'
}

/** The initial name of a new account: the part before the @, else 'User'. */
export function firstName(email: string): string {
  return email.split('@')[0]?.trim().slice(0, 120) || 'User'
}

export type Role = 'vendor' | 'super_admin'

/** Where a signed-in person starts. */
export function homeOf(roles: readonly Role[]): string {
  return roles.includes('super_admin') ? '/super-admin/dashboard' : '/dashboard'
}
