/** The cookies of one browser. `set` puts one there for the whole site, as if a page had done it. */
export type CookieJar = {
  has(name: string): boolean
  get(name: string): string | undefined
  set(name: string, value: string): void
  keys(): string[]
  /** The Cookie header of a request to this address; '' without any. */
  headerFor(url: URL): string
  /** What a Set-Cookie line of an answer from this address does. */
  keep(line: string, url: URL): void
}

type Cookie = { name: string; value: string; path: string; secure: boolean; endsAt: number }

/** Sends a cookie only where a browser would: by its Path, its Secure, its end and the rules of its __Host- name. */
export function cookieJar(): CookieJar {
  let cookies: Cookie[] = []
  const living = () => cookies.filter(({ endsAt }) => endsAt > Date.now())
  const put = (cookie: Cookie) => {
    const isOther = ({ name, path }: Cookie) => name !== cookie.name || path !== cookie.path
    cookies = [...cookies.filter(isOther), cookie]
  }
  return {
    has: (name) => living().some((cookie) => cookie.name === name),
    get: (name) => living().find((cookie) => cookie.name === name)?.value,
    set: (name, value) =>
      put({ name, value, path: '/', secure: false, endsAt: Number.POSITIVE_INFINITY }),
    keys: () => living().map(({ name }) => name),
    headerFor: (url) =>
      living()
        .filter(({ path, secure }) => isUnder(path, url.pathname) && (!secure || isHttps(url)))
        .toSorted((one, other) => other.path.length - one.path.length)
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
    keep(line, url) {
      const cookie = cookieOfLine(line, url)
      if (cookie) put(cookie)
    },
  }
}

const isHttps = (url: URL) => url.protocol === 'https:'

function cookieOfLine(line: string, url: URL): Cookie | null {
  const [pair = '', ...parts] = line.split(';').map((part) => part.trim())
  const attributes = new Map(
    parts.map((part) => {
      const [key = '', ...value] = part.split('=')
      return [key.toLowerCase(), value.join('=')]
    }),
  )
  const name = pair.slice(0, pair.indexOf('='))
  const path = attributes.get('path') ?? folderOf(url.pathname)
  const secure = attributes.has('secure')
  if (secure && !isHttps(url)) return null
  const isOfHost = secure && path === '/' && !attributes.has('domain')
  if (name.startsWith('__Host-') && !isOfHost) return null
  return { name, value: pair.slice(name.length + 1), path, secure, endsAt: endOf(attributes) }
}

function endOf(attributes: ReadonlyMap<string, string>): number {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined) return Date.now() + Number(maxAge) * 1000
  const expires = attributes.get('expires')
  return expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires)
}

/** Path=/login is for /login and what lies below it, not for /login.data. */
function isUnder(path: string, asked: string): boolean {
  return asked === path || asked.startsWith(path.endsWith('/') ? path : `${path}/`)
}

const folderOf = (path: string) => path.slice(0, Math.max(1, path.lastIndexOf('/')))
