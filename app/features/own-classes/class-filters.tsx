import Search from 'lucide-react/icons/search'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TabLinks } from '#app/ui/tab-links.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { type ClassSort, type ClassState, classStates } from '#core/classes/rules.ts'

type ClassFiltersProps = {
  text: string
  state: ClassState | null
  sort: ClassSort
  counts: Partial<Record<ClassState, number>>
  all: number
}

const path = '/dashboard/classes'

/** The search, and one tab for each state that classes are in. */
export function ClassFilters({ text, state, sort, counts, all }: ClassFiltersProps) {
  const t = useTranslations('ownClasses')
  const sorted = sort !== 'next' && { sort }
  const to = (of: ClassState | null) => {
    const asked = new URLSearchParams({
      ...(text && { q: text }),
      ...(of && { state: of }),
      ...sorted,
    })
    return asked.size === 0 ? path : `${path}?${asked}`
  }
  const shown = classStates.filter((of) => (counts[of] ?? 0) > 0 || of === state)
  return (
    <div className="grid gap-1 pb-3">
      <search aria-label={t('search')}>
        <Form method="get" key={text} className="flex items-start gap-2">
          {state && <input type="hidden" name="state" value={state} />}
          {sorted && <input type="hidden" name="sort" value={sort} />}
          <TextField
            label={<VisuallyHidden>{t('search')}</VisuallyHidden>}
            name="q"
            type="search"
            placeholder={t('search')}
            before={<Search aria-hidden="true" />}
            defaultValue={text}
            maxLength={100}
            className="flex-1 gap-0! sm:max-w-md"
          />
          <Button variant="secondary">{t('apply')}</Button>
          {text !== '' && (
            <LinkButton variant="quiet" to={path}>
              {t('reset')}
            </LinkButton>
          )}
        </Form>
      </search>
      {(shown.length > 1 || state !== null) && (
        <TabLinks
          label={t('states')}
          tabs={[
            { to: to(null), label: t('state.all', { count: all }), current: state === null },
            ...shown.map((of) => ({
              to: to(of),
              label: t(`state.${of}`, { count: counts[of] ?? 0 }),
              current: state === of,
            })),
          ]}
        />
      )}
    </div>
  )
}
