const workspace = ['/dashboard', '/settings']

/** Whether a page is only for members who have set up their vendor. */
export function isInWorkspace(pathname: string): boolean {
  return workspace.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}
