/**
 * The name of a cookie that only this host can set, for the whole site: browsers see to that by the prefix. They demand
 * https for it, which a machine of one's own does not have.
 */
export function hostCookie(name: string, origin: string): string {
  return origin.startsWith('https:') ? `__Host-${name}` : name
}
