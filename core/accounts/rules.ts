import { meantAddress } from '#core/shared/meant-address.ts'

/** Where a sign-in or a confirmation may lead: a path of this site, else the fallback. */
export function safeRedirect(target: string | null, origin: string, fallback: string): string {
  if (target === null || target === '' || /[\u0000-\u001f\\]/.test(target)) return fallback
  if (!URL.canParse(target, origin)) return fallback
  const url = new URL(target, origin)
  if (url.origin !== new URL(origin).origin) return fallback
  // The server would lead on from there, past what is refused here.
  if (url.pathname.startsWith('/@') || meantAddress(url) !== null) return fallback
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

/** Also where many companies read their mail, which their addresses do not say. */
export const gmail = { name: 'Gmail', url: 'https://mail.google.com/mail/' }

const mailboxes = [
  { ...gmail, domains: 'gmail.com googlemail.com' },
  {
    name: 'Outlook',
    url: 'https://outlook.live.com/mail/',
    domains: 'outlook.com outlook.de hotmail.com hotmail.de hotmail.co.uk live.com live.de msn.com',
  },
  { name: 'iCloud Mail', url: 'https://www.icloud.com/mail', domains: 'icloud.com me.com mac.com' },
  {
    name: 'Yahoo Mail',
    url: 'https://mail.yahoo.com/',
    domains: 'yahoo.com yahoo.de yahoo.co.uk ymail.com',
  },
  { name: 'GMX', url: 'https://www.gmx.net/', domains: 'gmx.de gmx.net gmx.at gmx.ch' },
  { name: 'WEB.DE', url: 'https://web.de/', domains: 'web.de' },
  {
    name: 'Proton Mail',
    url: 'https://mail.proton.me/',
    domains: 'proton.me protonmail.com pm.me',
  },
  {
    name: 'Mail.ru',
    url: 'https://e.mail.ru/',
    domains: 'mail.ru bk.ru list.ru inbox.ru internet.ru',
  },
  {
    name: 'Yandex Mail',
    url: 'https://mail.yandex.ru/',
    domains: 'yandex.ru yandex.com ya.ru',
  },
]

/** The website where an address reads its mail, as far as the address says it. */
export function findMailbox(email: string): { name: string; url: string } | null {
  const domain = email.split('@')[1]?.trim().toLowerCase()
  const found = mailboxes.find(({ domains }) => domains.split(' ').includes(domain ?? ''))
  return found ? { name: found.name, url: found.url } : null
}

/** Authenticator apps show a code in two groups. */
export function readCode(typed: string): string | null {
  const code = typed.normalize('NFKC').replace(/[\s-]/g, '')
  return /^\d{6}$/.test(code) ? code : null
}

/** Without letters and digits that look like others. */
const recoveryLetters = '23456789abcdefghjkmnpqrstuvwxyz'
const recoveryLength = 10
export const recoveryCodeCount = 10

/** A recovery code as it is stored, from random numbers below a limit. */
export function drawRecoveryCode(draw: (limit: number) => number): string {
  const letters = Array.from({ length: recoveryLength }, () => draw(recoveryLetters.length))
  return letters.map((at) => recoveryLetters[at]).join('')
}

/** A recovery code as people read and write it. */
export function showRecoveryCode(code: string): string {
  return `${code.slice(0, recoveryLength / 2)}-${code.slice(recoveryLength / 2)}`
}

export function readRecoveryCode(typed: string): string | null {
  const code = typed.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '')
  const isOne =
    code.length === recoveryLength && [...code].every((letter) => recoveryLetters.includes(letter))
  return isOne ? code : null
}

/** More than anybody has devices. */
export const passkeysPerAccount = 20

/** Few recovery codes are left. */
export const isShortOfRecoveryCodes = (left: number): boolean => left <= 3

/** How long the link to a new sign-in address works. */
export const emailLinkHours = 24
/** How long the former sign-in address can be restored. */
export const restorableDays = 7
export const invitationDays = 14
/** How long one that was used, withdrawn or has expired stays in the list. */
export const invitationKeptDays = 30
