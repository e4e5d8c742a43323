import { useTranslations } from 'use-intl'
import { DataTable } from '#app/ui/data-table.tsx'

const cookies = [
  ['openspot.session_token', 'session'],
  ['known', 'known'],
  ['theme', 'theme'],
  ['language', 'language'],
  ['device', 'device'],
  ['notice', 'notice'],
] as const

type Cookie = (typeof cookies)[number]

/** Every cookie the product sets. */
export function CookieList() {
  const t = useTranslations('legal.privacy.cookies')
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
            cell: ([name]) => <code className="font-sans whitespace-nowrap">{name}</code>,
          },
          { key: 'purpose', header: t('purpose'), cell: ([, key]) => t(`${key}.purpose`) },
          { key: 'kept', header: t('kept'), cell: ([, key]) => t(`${key}.kept`) },
        ]}
      />
      <p className="mt-4 text-lg text-muted">{t('storage')}</p>
    </section>
  )
}
