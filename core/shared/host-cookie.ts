/**
 * A cookie name that browsers accept only from this host, because of its prefix. The prefix needs https, which a local
 * machine does not have.
 */
export function hostCookie(name: string, origin: string): string {
  return origin.startsWith('https:') ? `__Host-${name}` : name
}
