import type { ReactNode } from 'react'
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { IntlProvider } from 'use-intl'
import { textsOf } from '#core/shared/texts/catalogue.ts'
import type { Route } from './+types/root'
import { ErrorPage } from './components/page/error-page.tsx'
import { Notices } from './components/page/notices.tsx'
import { SessionIssue } from './components/page/session-issue.tsx'
import { incomingContext } from './context.ts'
import { noticeIn, clearedNotice } from './notices.ts'
import { readerLanguage, readerTheme } from './request.ts'
import stylesHref from './styles/app.css?url'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, requestId } = context.get(incomingContext)
  const language = readerLanguage(request)
  const notice = noticeIn(request)
  return data(
    {
      language,
      theme: readerTheme(request),
      texts: textsOf(language, ['shared', 'pages', 'booking']),
      origin: deps.origin,
      operatorName: deps.settings.operatorName,
      plansOn: deps.settings.plans,
      requestId,
      notice,
    },
    notice === null ? {} : { headers: { 'set-cookie': clearedNotice } },
  )
}

// Language and theme change with a whole new page; what is said once comes with each navigation.
export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'stylesheet', href: stylesHref },
]

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const language = root?.language ?? 'en'
  const plain = useMatches().some(
    ({ handle }) => typeof handle === 'object' && handle !== null && 'plain' in handle,
  )
  return (
    <html lang={language} dir="ltr" data-theme={root?.theme ?? undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        <IntlProvider
          locale={language}
          timeZone="UTC"
          messages={root?.texts ?? textsOf('en', ['shared', 'pages', 'booking'])}
        >
          {children}
        </IntlProvider>
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

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Notices notice={loaderData.notice} />
      <Outlet />
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 409 && error.data === 'orphaned')
    return <SessionIssue />
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
}
