import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'

/** Says how many sessions an edit removes before it does; its button carries the answer. */
export function RemovalQuestion({ count, pending }: { count: number; pending: boolean }) {
  const t = useTranslations('workspace.form')
  return (
    <div className="grid justify-items-start gap-3">
      <FormProblem
        title={t('removes.title', { count })}
        problems={[{ text: t('removes.text', { count }) }]}
      />
      <Button
        variant="danger"
        name="removes"
        value={count}
        pending={pending}
        pendingLabel={t('removes.button', { count })}
      >
        {t('removes.button', { count })}
      </Button>
    </div>
  )
}
