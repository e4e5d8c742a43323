import { Form, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { type Answer, useFormErrors } from '#app/features/workspace/form-errors.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { SessionFields, useSessionLabels } from './session-fields.tsx'

type AddSessionProps = { fields: Record<string, string>; answer: Answer<Record<string, string>> }

/** One session by hand. */
export function AddSession({ fields, answer }: AddSessionProps) {
  const t = useTranslations('workspace.sessions')
  const shared = useTranslations('workspace')
  const busy = useNavigation().state === 'submitting'
  const errors = useFormErrors(answer, useSessionLabels())
  return (
    <Card as="section" aria-labelledby="add-session" className="max-w-4xl">
      <CardHeader level={3} id="add-session" title={t('add')} text={t('addText')} />
      <Form method="post" className="grid gap-5" noValidate>
        <FormProblem {...errors.summary} />
        <SessionFields
          fields={answer && 'typed' in answer ? answer.typed : fields}
          errors={errors}
        />
        <div>
          <Button pending={busy} pendingLabel={shared('saving')}>
            {t('addButton')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
