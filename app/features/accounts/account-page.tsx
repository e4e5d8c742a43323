import { useForgetDay } from '#app/features/device/use-forget-day.ts'
import { ExamplePhone } from '#app/features/example/example-phone.tsx'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { SiteHeader } from '#app/features/site/site-header.tsx'
import { Question, type QuestionProps } from './auth-page.tsx'

/** A question on the way to an account; on wide screens beside what one gets for it. */
export function AccountPage(question: QuestionProps) {
  useForgetDay()
  return (
    <div className="grid lg:grid-cols-2">
      <div className="flex min-h-dvh min-w-0 flex-col">
        <SiteHeader />
        <main
          id="main"
          className="page grid flex-1 content-start justify-items-center py-10 lg:pt-[14dvh]"
        >
          <div className="w-full max-w-[25rem]">
            <Question {...question} />
          </div>
        </main>
        <SiteFooter flush />
      </div>
      <aside className="spot-panel bg-accent-soft max-lg:hidden">
        <div className="sticky top-0 grid h-dvh items-center-safe justify-center overflow-hidden p-8">
          <ExamplePhone />
        </div>
      </aside>
    </div>
  )
}
