import { randomUUID } from 'node:crypto'
import Plus from 'lucide-react/icons/plus'
import { useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import { ClassFilters } from '#app/features/own-classes/class-filters.tsx'
import { ClassSorting } from '#app/features/own-classes/class-sorting.tsx'
import { limitRefusal } from '#app/features/workspace/class-answers.server.ts'
import { ClassList } from '#app/features/workspace/class-list.tsx'
import { KeptSessions } from '#app/features/workspace/kept-sessions.tsx'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { type Asked, formAction, noFields } from '#app/http/form-action.ts'
import { formKeyField } from '#app/http/form-answer.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, memberOf, notFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { urlText, urlWith } from '#app/http/url-text.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { findFirstSteps } from '#core/bookings/queries/first-steps.ts'
import { pauseClass, resumeClass } from '#core/classes/commands/pause-class.ts'
import { searchOwnClasses } from '#core/classes/queries/own-classes.ts'
import { listKeptSessions } from '#core/schedule/queries/own-sessions.ts'
import { classSorts, classStates } from '#core/classes/rules.ts'
import { duplicateClass } from '#core/schedule/commands/duplicate-class.ts'
import { listPicturesOfClasses } from '#core/pictures/queries.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/classes'

const perPage = 20

export async function loader({ context, url }: Route.LoaderArgs) {
  const { vendor } = memberOf(context)
  const { db } = depsOf(context)
  const text = urlText(url, 'q')
  const state = classStates.find((one) => one === url.searchParams.get('state')) ?? null
  const sort = classSorts.find((one) => one === url.searchParams.get('sort')) ?? 'next'
  const cursor = url.searchParams.get('after')
  const manages = mayManage(vendor.role)
  const [found, kept, steps] = await Promise.all([
    searchOwnClasses(db, vendor.id, { text, state, sort, cursor, limit: perPage }),
    listKeptSessions(db, vendor.id),
    manages ? findFirstSteps(db, vendor.id) : null,
  ])
  const pictures = await listPicturesOfClasses(
    db,
    found.items.map(({ id }) => id),
  )
  return {
    classes: found.items.map((own) => ({ ...own, picture: pictures.get(own.id) ?? null })),
    filters: { text, state, sort, counts: found.counts, all: found.all },
    sortings: {
      current: sort,
      next: urlWith(url, { sort: null, after: null }),
      newest: urlWith(url, { sort: 'newest', after: null }),
    },
    pages: {
      first: cursor === null ? null : urlWith(url, { after: null }),
      next: found.nextCursor && urlWith(url, { after: found.nextCursor }),
    },
    formKey: randomUUID(),
    kept,
    manages,
    isToShare: steps !== null && !steps.link && (found.counts.open ?? 0) > 0,
  }
}

/** The class whose menu was used. */
function classOf({ member, text }: Asked<ReturnType<typeof manager>, 'ownClasses'>): {
  vendorId: VendorId
  classId: string
} {
  const classId = text('classId')
  if (!isId(classId)) throw notFound()
  return { vendorId: member.vendor.id, classId }
}

const failures = ({ t }: Pick<Asked<object, 'ownClasses'>, 't'>) => ({
  failed: { title: t('failed') },
})

const pause = formAction({
  allow: manager,
  texts: 'ownClasses',
  schema: () => noFields,
  run: (asked) => pauseClass(asked.deps.db, classOf(asked)),
  refusals: {},
  failures,
  done: ({ deps, result: { title }, t }) =>
    redirectWithToast(deps, '/dashboard/classes', {
      title: t('pausedNow'),
      text: t('pausedText', { title }),
    }),
})

const resume = formAction({
  allow: manager,
  texts: 'ownClasses',
  schema: () => noFields,
  run: (asked) => resumeClass(asked.deps.db, classOf(asked)),
  refusals: {},
  failures,
  done: ({ deps, result: { title }, t }) =>
    redirectWithToast(deps, '/dashboard/classes', {
      title: t('resumedNow'),
      text: t('resumedText', { title }),
    }),
})

const duplicate = formAction({
  allow: manager,
  texts: 'ownClasses',
  schema: () => noFields,
  run: (asked) => {
    const formKey = asked.text(formKeyField)
    const named = (title: string) => asked.t('copyOf', { title })
    const form = { ...classOf(asked), named, formKey: isId(formKey) ? formKey : undefined }
    return duplicateClass(asked.deps, form, new Date())
  },
  refusals: limitRefusal,
  failures,
  done: ({ deps, result, t }) =>
    redirectWithToast(deps, `/dashboard/classes/${result.classId}`, {
      title: t('duplicated'),
      text: t('duplicatedText'),
    }),
})

export const action = byIntent({ pause, resume, duplicate }, () => {
  throw notFound()
})

export const clientAction = keepForm

/** Up to this many classes, the list needs no search. */
const atAGlance = 6

export default function Classes({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('vendorClasses.list')
  const o = useTranslations('ownClasses')
  const share = useTranslations('overview.steps')
  const { classes, filters, sortings, pages, kept, formKey, manages, isToShare } = loaderData
  const { text, state, counts, all } = filters
  const isSought = text !== '' || state !== null
  const f = useTranslations('facilityForm')
  const add = manages && (
    <>
      <LinkButton to="/dashboard/facilities/new" variant="secondary">
        {f('add')}
      </LinkButton>
      <LinkButton to="/dashboard/classes/new">
        <Plus aria-hidden="true" /> {t('add')}
      </LinkButton>
    </>
  )
  const isEmpty = all === 0 && !isSought
  const isMixed = Object.keys(counts).length > 1
  return (
    <>
      <SectionHeader title={t('title')} actions={!isEmpty && add} />
      <ButtonTrouble answer={actionData} />
      {isToShare && (
        <Banner
          title={share('link')}
          text={share('linkText')}
          action={<LinkButton to="/dashboard/share">{share('linkButton')}</LinkButton>}
          className="mb-4 max-w-3xl"
        />
      )}
      {(isSought || isMixed || all > atAGlance) && <ClassFilters {...filters} />}
      {isEmpty ? (
        <EmptyState level={3} title={t('empty')} text={t('emptyText')} action={add} />
      ) : classes.length === 0 ? (
        <EmptyState
          level={3}
          title={o('none')}
          text={o('noneText')}
          action={
            <LinkButton variant="secondary" to="/dashboard/classes">
              {o('reset')}
            </LinkButton>
          }
        />
      ) : (
        <>
          {all > 1 && <ClassSorting {...sortings} />}
          <ClassList rows={classes} formKey={formKey} manages={manages} />
        </>
      )}
      <Pagination
        label={o('pages')}
        previous={pages.first ? { to: pages.first, label: o('first') } : undefined}
        next={pages.next ? { to: pages.next, label: o('more') } : undefined}
      />
      {kept.length > 0 && <KeptSessions sessions={kept} />}
    </>
  )
}
