import CalendarDays from 'lucide-react/icons/calendar-days'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { categories as allCategories } from '#core/classes/rules.ts'
import { CatalogueCard, ClosedLine } from './catalogue-card.tsx'
import { CatalogueDetail } from './catalogue-detail.tsx'
import { CouldNotLoad } from './could-not-load.tsx'
import { NewestOf } from './newest-of.tsx'
import { isBookable } from './session-list.tsx'
import type { TrainerPageProps } from './trainer-page.tsx'

/** Layout B: the classes first; "View Schedule" shows the times of one. */
export function CatalogueLayout(page: TrainerPageProps) {
  const { selected } = page
  if (selected) return <CatalogueDetail {...page} selected={selected} />
  return <Overview {...page} />
}

function Overview(page: TrainerPageProps) {
  const t = useTranslations('trainer')
  const { vendor, classes, count, categories, links } = page
  const sessions = page.sessions ?? []
  const bookable = sessions.filter((one) => isBookable(one, page.now))
  const first = bookable.find(({ classId }) => classes?.some(({ id }) => id === classId))
  const open = classes?.filter(({ registrationClosed }) => !registrationClosed) ?? []
  const closed = classes?.filter(({ registrationClosed }) => registrationClosed) ?? []
  return (
    <section aria-labelledby="classes" className="mt-4 grid min-w-0 grid-cols-1 gap-4 lg:mt-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="classes" className="flex min-h-11 items-center text-xl">
          {t('classes')}
        </h2>
        {categories.length > 1 && <CategoryFilter {...page} />}
      </div>
      {classes === null ? (
        <CouldNotLoad part="Classes" />
      ) : count.classes === 0 ? (
        <EmptyState
          level={3}
          icon={<CalendarDays />}
          title={t('catalogue.none')}
          text={t('catalogue.noneText', { name: vendor.name })}
        />
      ) : classes.length === 0 ? (
        <EmptyState
          level={3}
          title={t('noClasses')}
          text={t('noMatch')}
          action={
            <LinkButton to={links.allClasses} variant="secondary" preventScrollReset>
              {t('showAll')}
            </LinkButton>
          }
        />
      ) : (
        <>
          {open.length > 0 && (
            <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
              {open.map((one) => (
                <CatalogueCard
                  key={one.id}
                  of={one}
                  next={sessions.find(({ classId }) => classId === one.id) ?? null}
                  bookable={bookable.find(({ classId }) => classId === one.id) ?? null}
                  isFirst={one.id === first?.classId}
                />
              ))}
            </ul>
          )}
          {closed.length > 0 && (
            <ul className="divide-y divide-line border-y border-line">
              {closed.map((one) => (
                <ClosedLine key={one.id} of={one} />
              ))}
            </ul>
          )}
        </>
      )}
      <NewestOf {...count} />
    </section>
  )
}

const alwaysOffered: readonly string[] = ['fitness', 'yoga', 'strength', 'cardio']

/** The four every page offers, then those that its classes use; one without a class cannot be chosen. */
function CategoryFilter({ category, categories, links }: TrainerPageProps) {
  const t = useTranslations('trainer.catalogue')
  const s = useTranslations('shared.category')
  const offered = allCategories.filter(
    (one) => alwaysOffered.includes(one) || categories.includes(one),
  )
  return (
    <Form
      method="get"
      action={links.page}
      preventScrollReset
      className="flex min-w-0 flex-wrap items-end gap-2"
    >
      <SelectField
        key={category}
        label={t('category')}
        name="category"
        defaultValue={category}
        className="w-48 max-w-full"
        options={[
          { value: '', label: t('all') },
          ...offered.map((one) => ({
            value: one,
            label: s(one),
            disabled: !categories.includes(one),
          })),
        ]}
      />
      <Button variant="secondary">{t('filter')}</Button>
    </Form>
  )
}
