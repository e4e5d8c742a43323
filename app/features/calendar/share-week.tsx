import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'
import { notify } from '#app/ui/notify.ts'
import { TextArea } from '#app/ui/text-area.tsx'

/** Sessions as a message for other places. */
export function ShareWeek({ title, text }: { title: string; text: string }) {
  const t = useTranslations('calendar.share')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [refused, setRefused] = useState(false)

  async function copy() {
    const area = box.current?.querySelector('textarea')
    try {
      await navigator.clipboard.writeText(area?.value ?? text)
      setRefused(false)
      notify({ tone: 'good', title: t('copied') })
    } catch {
      setRefused(true)
      area?.select()
    }
  }

  return (
    <details className="no-print open:basis-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        {title}
      </summary>
      <div ref={box} className="grid max-w-3xl gap-4 pt-1 pb-6">
        <p className="text-muted">{text === '' ? t('none') : t('text')}</p>
        {text !== '' && (
          <>
            <TextArea
              key={text}
              id={id}
              name="text"
              label={t('label')}
              defaultValue={text}
              className="max-h-96 overflow-y-auto"
              spellCheck={false}
            />
            {refused && (
              <p role="alert" className="text-bad">
                {t('failed')}
              </p>
            )}
            <div className="noscript:hidden">
              <Button type="button" variant="secondary" onClick={() => void copy()}>
                {t('copy')}
              </Button>
            </div>
          </>
        )}
      </div>
    </details>
  )
}
