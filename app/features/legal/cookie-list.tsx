import { useTranslations } from 'use-intl'
import { DataTable } from '#app/ui/data-table.tsx'

const ofEverybody = [
  ['theme', 'theme'],
  ['language', 'language'],
  ['zone', 'zone'],
  ['place', 'place'],
] as const

/** The names of those whose name depends on how the site is reached. */
export type HostCookies = Record<
  'session' | 'known' | 'device' | 'paying' | 'brought' | 'notice',
  string
> &
  Partial<Record<'openId' | 'join' | 'filling' | 'calendar' | 'telegramLogin' | 'telegram', string>>
type Cookie = readonly [name: string, key: keyof HostCookies | (typeof ofEverybody)[number][1]]

/** Every cookie the product sets. */
export function CookieList(names: HostCookies) {
  const { session, known, openId, join, filling, calendar } = names
  const { telegramLogin, telegram, device, paying, brought, notice } = names
  const t = useTranslations('legal.privacy.cookies')
  const cookies: Cookie[] = [
    [session, 'session'],
    [known, 'known'],
    ...(openId ? ([[openId, 'openId']] as const) : []),
    ...(join ? ([[join, 'join']] as const) : []),
    ...(filling ? ([[filling, 'filling']] as const) : []),
    ...(calendar ? ([[calendar, 'calendar']] as const) : []),
    ...(telegramLogin ? ([[telegramLogin, 'telegramLogin']] as const) : []),
    ...(telegram ? ([[telegram, 'telegram']] as const) : []),
    ...ofEverybody,
    [device, 'device'],
    [paying, 'paying'],
    [brought, 'brought'],
    [notice, 'notice'],
  ]
  return (
    <section className="mt-8">
      <h2 className="text-xl">{t('title')}</h2>
      <p className="mt-2 mb-4 text-lg text-muted">{t('text')}</p>
      <DataTable<Cookie>
        caption={t('title')}
        rows={cookies}
        rowKey={([name]) => name}
        columns={[
          {
            key: 'name',
            header: t('name'),
            lead: true,
            cell: ([name]) => <code className="font-sans wrap-anywhere">{name}</code>,
          },
          { key: 'purpose', header: t('purpose'), cell: ([, key]) => t(`${key}.purpose`) },
          { key: 'kept', header: t('kept'), cell: ([, key]) => t(`${key}.kept`) },
        ]}
      />
      <p className="mt-4 text-lg text-muted">{t('storage')}</p>
    </section>
  )
}
