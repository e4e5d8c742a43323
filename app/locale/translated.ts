const englishOnly = ['/dashboard', '/settings']

/** Whether the page at a path has translations. Otherwise the whole page is in English, with its header and footer. */
export function isTranslated(pathname: string): boolean {
  return !englishOnly.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}
