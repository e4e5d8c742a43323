import type { ReactNode } from 'react'
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { IntlProvider } from 'use-intl'
import cyrillicFont from '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url'
import latinFont from '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url'
import { textPaths } from './locale/text-files.server.ts'
import { groupsOf, type TextGroup } from './locale/text-groups.ts'
import { useTexts } from './locale/use-texts.ts'
import { noText } from './locale/no-text.ts'
import { isInWorkspace } from './http/workspace-paths.ts'
import { shared } from './features/site/texts/en.ts'
import type { Route } from './+types/root'
import { Connection } from './features/site/connection.tsx'
import { PageLoading } from './features/classes/page-loading.tsx'
import { ErrorPage, LostPage } from './features/site/error-page.tsx'
import { Notices } from './features/site/notices.tsx'
import { useMissingScripts } from './features/site/use-missing-scripts.ts'
import { usePageFocus } from './features/site/use-page-focus.ts'
import { useEarlyInput } from './ui/use-early-input.ts'
import { useKeptInput } from './features/forms/use-kept-input.ts'
import { SkipLink } from './features/site/skip-link.tsx'
import { SessionIssue } from './features/accounts/session-issue.tsx'
import { useTellSignedOut } from './features/accounts/signed-out.ts'
import { incomingContext } from './http/context.ts'
import { clearedCookie } from './http/cookies.ts'
import { noAnswerIn } from './http/keep-form.ts'
import {
  forgetLostNavigation,
  keepPage,
  lostNavigation,
  onLostNavigation,
} from './http/keep-page.ts'
import { mayBeSignedIn } from './http/session.ts'
import { toastIn } from './http/toasts.ts'
import { pageLanguage, readerTheme, readerZone } from './http/request.ts'
import { listPlaces } from '#core/classes/queries/places.ts'
import { offersChoice } from '#core/classes/rules.ts'
import type { Language } from '#core/shared/languages.ts'
import routeStyles from 'virtual:route-styles'
import allStyles from './theme/styles/styles.css?url'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, requestId } = context.get(incomingContext)
  const language = pageLanguage(request, context)
  const notice = toastIn(request, deps.origin)
  return data(
    {
      language,
      theme: readerTheme(request),
      readerZone: readerZone(request),
      textFiles: textPaths(language),
      origin: deps.origin,
      operatorName: deps.settings.operatorName,
      operatorLogo: deps.settings.operatorLogo?.path ?? null,
      plansOn: deps.settings.plans,
      offersChoice: offersChoice(await listPlaces(deps)),
      hasLegalNotice: deps.settings.operatorAddress !== null,
      requestId,
      mayBeSignedIn: mayBeSignedIn(request),
      notice,
    },
    notice === null
      ? {}
      : { headers: { 'set-cookie': await clearedCookie('notice', deps.origin) } },
  )
}

/** The workspace is in the language of its member's setting, other pages in the reader's. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const changes = isInWorkspace(currentUrl.pathname) !== isInWorkspace(nextUrl.pathname)
  return changes || defaultShouldRevalidate
}

export const clientMiddleware = [keepPage]

// Language and theme change with a whole new page; what is said once comes with each navigation.
export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  ...(import.meta.env.PROD ? [] : [{ rel: 'stylesheet', href: allStyles }]),
]

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const language = root?.language ?? 'en'
  const matches = useMatches()
  const plain = matches.some(isPlain)
  const groups = groupsOf(matches.map(({ id }) => id))
  const accent = accentIn(matches.at(-1)?.loaderData)
  // A frame on another site has nothing before its content.
  const isFrame = matches.some(({ id }) => id.startsWith('routes/public/embed-'))
  const page = (
    <>
      {!isFrame && <SkipLink />}
      {children}
    </>
  )
  return (
    <html
      lang={language}
      dir="ltr"
      data-theme={root?.theme ?? undefined}
      data-texts={import.meta.env.SSR && !root ? JSON.stringify(textsInside()) : undefined}
      className={accent ? 'branded' : undefined}
      style={accent}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <link
          rel="preload"
          as="font"
          type="font/woff2"
          href={language === 'ru' ? cyrillicFont : latinFont}
          crossOrigin="anonymous"
        />
        {import.meta.env.PROD && <Styles route={matches.at(-1)?.id ?? ''} />}
        <Meta />
        <Links />
        {root &&
          !plain &&
          groups.map((group) => (
            // In order before the scripts that draw the page.
            <script key={group} defer src={root.textFiles[group]} suppressHydrationWarning />
          ))}
      </head>
      <body>
        {root ? (
          <Texts language={language} groups={groups} files={root.textFiles}>
            {page}
          </Texts>
        ) : (
          <IntlProvider
            locale={language}
            timeZone="UTC"
            messages={textsInside()}
            getMessageFallback={noText}
          >
            {page}
          </IntlProvider>
        )}
        {!plain && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

/**
 * A page whose first loader failed says that something broke, or what is wrong with the session. It brings its few texts
 * itself, so that no other page does.
 */
function textsInside(): Record<string, object> {
  return import.meta.env.SSR
    ? { shared }
    : JSON.parse(document.documentElement.dataset['texts'] ?? '{}')
}

let documentRoute: string | undefined

/** Whether this route, and not a later one that the browser drew, came as a document. The first caller is that route. */
function isOfDocument(route: string): boolean {
  documentRoute ??= route
  return route === documentRoute
}

/**
 * The page that was asked for has its own styles inside itself, if it is for visitors. All others get the whole sheet. React
 * finds the styles of a page by their name, so the browser's bundle does not need them.
 */
function Styles({ route }: { route: string }) {
  const isInside = import.meta.env.SSR ? route in routeStyles : isOfDocument(route)
  return isInside && /^routes\/(?:public|auth)\//.test(route) ? (
    <style href={route} precedence="page">
      {import.meta.env.SSR ? routeStyles[route] : ''}
    </style>
  ) : (
    <link rel="stylesheet" href={allStyles} precedence="whole" />
  )
}

type TextsProps = {
  language: Language
  groups: readonly TextGroup[]
  files: Readonly<Record<TextGroup, string>>
  children: ReactNode
}

function Texts({ language, groups, files, children }: TextsProps) {
  return (
    <IntlProvider
      locale={language}
      timeZone="UTC"
      messages={useTexts(language, groups, files)}
      getMessageFallback={noText}
    >
      {children}
    </IntlProvider>
  )
}

/** The colour of the vendor whose page it is, as its loader has it from core/shared/accent.ts. */
function accentIn(loaded: unknown): Record<string, string> | undefined {
  if (typeof loaded !== 'object' || loaded === null || !('accent' in loaded)) return undefined
  const { accent } = loaded
  if (typeof accent !== 'object' || accent === null) return undefined
  const parts = Object.entries(accent).filter(
    (part): part is [string, string] => typeof part[1] === 'string',
  )
  return Object.fromEntries(parts)
}

/** Whether a page needs no script: its route says so, always or for what it loaded. */
function isPlain({ handle, loaderData }: { handle: unknown; loaderData?: unknown }): boolean {
  if (typeof handle !== 'object' || handle === null || !('plain' in handle)) return false
  return typeof handle.plain === 'function' ? Boolean(handle.plain(loaderData)) : true
}

export default function App({ loaderData }: Route.ComponentProps) {
  useTellSignedOut(loaderData.notice)
  usePageFocus()
  useMissingScripts()
  useEarlyInput()
  useKeptInput()
  return (
    <>
      <Notices notice={loaderData.notice} />
      <Connection {...{ lostNavigation, onLostNavigation, forgetLostNavigation }} />
      <PageLoading />
      <Outlet />
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 409 && isOrphaned(error.data))
    return <SessionIssue />
  const why = noAnswerIn(error)
  if (why !== null) return <LostPage why={why} />
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
}

function isOrphaned(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'orphaned' in answer
}
