import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { ownerOf } from '#app/http/managing.ts'
import { Button } from '#app/ui/button.tsx'
import type { Route } from './+types/settings-data'

export function loader({ context }: Route.LoaderArgs) {
  ownerOf(context)
  return {}
}

export default function SettingsData() {
  const t = useTranslations('ownData')
  return (
    <>
      <SettingsHeader title={t('title')} text={t('text')} />
      <div className="grid max-w-2xl gap-8 pb-12">
        <section className="grid gap-4">
          <h3 className="text-lg">{t('export.title')}</h3>
          <p className="-mt-3 text-muted">{t('export.text')}</p>
          <p className="text-muted">{t('export.care')}</p>
          <Form method="post" action="/settings/data/export" reloadDocument className="grid gap-2">
            <div>
              <Button>{t('export.button')}</Button>
            </div>
            <p className="text-sm text-muted">{t('export.wait')}</p>
          </Form>
        </section>
      </div>
    </>
  )
}
