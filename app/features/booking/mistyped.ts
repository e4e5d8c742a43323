// Where most people have their email, with the slips of the thumb that lead nowhere. None of them begins a right one.
const slips: Readonly<Record<string, readonly string[]>> = {
  'gmail.com': ['gmial.com', 'gamil.com', 'gmail.con', 'gmaill.com', 'gnail.com', 'gmai.com'],
  'hotmail.com': ['hotmial.com', 'hotmai.com', 'hotmail.con', 'hotmal.com', 'hotamil.com'],
  'yahoo.com': ['yaho.com', 'yahooo.com', 'yahoo.con', 'yhaoo.com'],
  'outlook.com': ['outlok.com', 'outloook.com', 'outlook.con'],
  'icloud.com': ['iclod.com', 'icoud.com', 'icloud.con'],
  'web.de': ['wed.de'],
  'gmx.de': ['gxm.de', 'gmx.dee'],
  'mail.ru': ['mail.ry', 'meil.ru'],
  'yandex.ru': ['yadnex.ru', 'yandex.ry'],
}
const meant = new Map(
  Object.entries(slips).flatMap(([right, wrongs]) => wrongs.map((wrong) => [wrong, right])),
)

/** The address that was probably meant, or null. */
export function addressMeant(typed: string): string | null {
  const [name, domain, ...more] = typed.trim().split('@')
  const right = domain === undefined || more.length > 0 ? null : meant.get(domain.toLowerCase())
  return name && right ? `${name}@${right}` : null
}
