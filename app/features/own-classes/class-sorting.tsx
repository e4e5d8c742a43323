import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { type ClassSort, classSorts } from '#core/classes/rules.ts'

type ClassSortingProps = { current: ClassSort } & Record<ClassSort, string>

/** How the list is sorted, and the other way. */
export function ClassSorting({ current, ...pages }: ClassSortingProps) {
  const t = useTranslations('ownClasses.sort')
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
      {t(`by.${current}`)}
      {classSorts
        .filter((sort) => sort !== current)
        .map((sort) => (
          <Link
            key={sort}
            to={pages[sort]}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t(`change.${sort}`)}
          </Link>
        ))}
    </p>
  )
}
