const mostNames = 5
const mostOfName = 40

/** The names for a toast: all of them might not fit its cookie. `more`: how many are left out. */
export function fewNames(names: readonly string[]): { names: string; more: number } {
  const shown = names.slice(0, mostNames).map((name) => {
    const characters = [...name]
    return characters.length > mostOfName
      ? `${characters.slice(0, mostOfName - 1).join('')}…`
      : name
  })
  return { names: shown.join(', '), more: names.length - shown.length }
}
