/** Where a vendor may be found besides its page. */
export const socialNetworks = ['instagram', 'facebook', 'twitter'] as const
export type SocialNetwork = (typeof socialNetworks)[number]

const networks: Record<SocialNetwork, { sites: string; handle: RegExp; page: string }> = {
  instagram: {
    sites: 'instagram\\.com',
    handle: /^[A-Za-z0-9._]{1,30}$/,
    page: 'https://www.instagram.com/',
  },
  facebook: {
    sites: 'facebook\\.com|fb\\.com',
    handle: /^[A-Za-z0-9.-]{3,80}$/,
    page: 'https://www.facebook.com/',
  },
  twitter: {
    sites: 'twitter\\.com|x\\.com',
    handle: /^[A-Za-z0-9_]{1,15}$/,
    page: 'https://x.com/',
  },
}

/** The handle in what somebody typed: '@anna', 'anna' or 'https://www.instagram.com/anna/?hl=de'. Null: there is none. */
export function readHandle(network: SocialNetwork, typed: string): string | null {
  const { sites, handle } = networks[network]
  const link = new RegExp(String.raw`^(?:https?://)?(?:[a-z]{1,3}\.)?(?:${sites})/`, 'i')
  const rest = typed.replace(link, '')
  const byNumber = network === 'facebook' && /^profile\.php\?id=(\d{5,20})/.exec(rest)
  const name = byNumber ? (byNumber[1] ?? '') : rest.replace(/^@/, '')
  const [first = ''] = rest === typed ? [name] : name.split(/[/?#]/, 1)
  return handle.test(first) ? first : null
}

/** The page of a handle. */
export const socialUrl = (network: SocialNetwork, handle: string): string =>
  networks[network].page + handle
