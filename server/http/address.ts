import { BlockList, isIP } from 'node:net'

export type Proxies = {
  /** proxies of ours one behind the other, each of which adds to X-Forwarded-For */
  count: number
  /** addresses and networks they connect from, beside this machine */
  peers: readonly string[]
}

/** Addresses and networks like 10.0.0.0/8. Throws at what is neither. */
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
 * Reads the visitor's address. Each proxy adds the address it saw to X-Forwarded-For, so the one that counts is as many
 * places from the end as there are proxies; what is before it anyone can write. Only a proxy is believed;
 * `ignored` hears of the first other one.
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

/** Without brackets, port and the IPv6 clothes of an IPv4 address. */
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
