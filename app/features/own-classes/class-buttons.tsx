import Copy from 'lucide-react/icons/copy'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { formKeyField } from '#app/http/form-answer.ts'
import { MenuButton } from '#app/ui/menu.tsx'

type ClassButtonsProps = {
  of: { id: string; paused: boolean; visibility: 'public' | 'link' | 'closed' }
  formKey: string
}

/** What the menu of a class can do at once. */
export function ClassButtons({ of: { id, paused, visibility }, formKey }: ClassButtonsProps) {
  const t = useTranslations('ownClasses')
  return (
    <Form method="post" action="/dashboard/classes">
      <input type="hidden" name="classId" value={id} />
      <input type="hidden" name={formKeyField} value={formKey} />
      <MenuButton name="intent" value="duplicate">
        <Copy aria-hidden="true" /> {t('duplicate')}
      </MenuButton>
      {/* Nobody can book a closed class anyway. */}
      {(paused || visibility !== 'closed') && (
        <MenuButton name="intent" value={paused ? 'resume' : 'pause'}>
          {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          {t(paused ? 'resume' : 'pause')}
        </MenuButton>
      )}
    </Form>
  )
}
