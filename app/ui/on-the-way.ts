// Where an accepted form leads. React Router loads the open page again if the script of the next one is gone after an update.

const place = 'openspot.onTheWay'
let target: string | null = null

export function setOnTheWay(to: string | null): void {
  target = to
}

/** When another page than the one that was on the way is open, nothing is any more. */
export function passOnTheWay(pathname: string): void {
  if (target !== null && pathOf(target) !== pathname) target = null
}

/** As the page is left: what is on the way survives it. */
export function keepOnTheWay(): void {
  if (target === null) return
  try {
    sessionStorage.setItem(place, target)
  } catch {}
}

/** Once, in the page that was loaded again; null if it is there already. */
export function takeOnTheWay(): string | null {
  try {
    const kept = sessionStorage.getItem(place)
    sessionStorage.removeItem(place)
    return kept === null || pathOf(kept) === location.pathname ? null : kept
  } catch {
    return null
  }
}

const pathOf = (address: string) => new URL(address, location.href).pathname
