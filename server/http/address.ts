/**
 * The visitor's address. Each trusted proxy appends the address it saw to X-Forwarded-For, so the one
 * that counts stands as many places from the end as there are proxies; what stands before it anyone can write.
 */
export function addressBehind(
  forwarded: string | undefined,
  socket: string,
  trustedProxies: number,
): string {
  if (trustedProxies === 0) return plain(socket)
  const seen = (forwarded ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return plain(seen[seen.length - trustedProxies] ?? seen[0] ?? socket)
}

/** One name per host: IPv4 without its IPv6 clothes, IPv6 by the /64 a household has. */
function plain(address: string): string {
  const bare = address.replace(/^::ffff:/i, '')
  if (!bare.includes(':')) return bare
  const [head = '', tail] = bare.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) while (groups.length < 4) groups.push('0')
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
