/** Where somebody enters the code after the password or a link, and where that leads. */
export function codeStep(redirectTo: string | null): string {
  const query = new URLSearchParams({ step: 'code' })
  if (redirectTo !== null) query.set('redirect_to', redirectTo)
  return `/login?${query}`
}
