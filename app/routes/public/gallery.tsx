import { Buttons } from '#app/features/gallery/buttons.tsx'
import { Forms } from '#app/features/gallery/forms.tsx'
import { Foundations } from '#app/features/gallery/foundations.tsx'
import { Lists } from '#app/features/gallery/lists.tsx'
import { States } from '#app/features/gallery/states.tsx'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import { Toaster } from '#app/ui/toaster.tsx'

const themes = ['light', 'dark'] as const

/** Development only: every component in every state, in both themes side by side. */
export default function Gallery() {
  return (
    <main id="main">
      <title>Gallery</title>
      <div className="flex items-center justify-between gap-4 px-4 py-3">
        <h1 className="text-xl">Gallery</h1>
        <ThemeToggle toLightLabel="Light theme" toDarkLabel="Dark theme" returnTo="/_gallery" />
      </div>
      <div className="grid lg:grid-cols-2">
        {themes.map((theme) => (
          <div
            key={theme}
            data-theme={theme}
            className="min-w-0 bg-paper px-4 pb-16 text-ink sm:px-8"
          >
            <Foundations />
            <Buttons />
            <Forms theme={theme} />
            <States />
            <Lists theme={theme} />
          </div>
        ))}
      </div>
      <Toaster label="Notifications" closeLabel="Close" />
    </main>
  )
}
