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

/** The initial name of a new account: the part before the @, else 'User'. */
export function firstName(email: string): string {
  return email.split('@')[0]?.trim().slice(0, 120) || 'User'
}

export type Role = 'vendor' | 'super_admin'

/** Where a signed-in person starts. */
export function homeOf(roles: readonly Role[]): string {
  return roles.includes('super_admin') ? '/super-admin/dashboard' : '/dashboard'
}
