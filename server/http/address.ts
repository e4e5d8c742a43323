import { BlockList, isIP } from 'node:net'

export type Proxies = {
  /** number of our chained proxies, each of which adds to X-Forwarded-For */
  count: number
  /** addresses and networks they connect from, besides this machine */
  peers: readonly string[]
}

/** Parses addresses and networks like 10.0.0.0/8. Throws if a value is neither. */
export function networks(list: readonly string[]): BlockList {
  const known = new BlockList()
  for (const one of list) {
    const [address = '', width, ...more] = one.split('/')
    const kind = kindOf(address)
    if (kind === null || more.length > 0) throw new Error(`${one} is not an address`)
    if (width === undefined) known.addAddress(address, kind)
    else known.addSubnet(address, /^\d+$/.test(width) ? Number(width) : NaN, kind)
  }
  return known
}

/**
 * Reads the visitor's address. Each proxy appends the address it saw to X-Forwarded-For, so with n proxies the visitor's
 * address is the nth from the end; earlier entries can be forged. The header is accepted only from a proxy; `ignored` is
 * called for the first other sender.
 */
export function addressReader({ count, peers }: Proxies, ignored?: (peer: string) => void) {
  const trusted = networks(['127.0.0.0/8', '::1', ...peers])
  let tell = ignored
  return (forwarded: string | undefined, socket: string): string => {
    const peer = bare(socket)
    const kind = kindOf(peer)
    if (count === 0) return grouped(peer)
    if (kind === null || !trusted.check(peer, kind)) {
      if (forwarded !== undefined) {
        tell?.(peer)
        tell = undefined
      }
      return grouped(peer)
    }
    const seen = (forwarded ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    const address = bare(seen.at(-count) ?? seen[0] ?? '')
    return grouped(isIP(address) === 0 ? peer : address)
  }
}

function kindOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}

/** Without brackets, port and the IPv6 prefix of a mapped IPv4 address. */
function bare(address: string): string {
  const host = /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address
  return host.replace(/^::ffff:(?=[\d.]+(?::\d+)?$)/i, '').replace(/^([\d.]+):\d+$/, '$1')
}

/** One name per host: IPv4 as it is, IPv6 by the /64 a household has. */
function grouped(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) while (groups.length < 4) groups.push('0')
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
