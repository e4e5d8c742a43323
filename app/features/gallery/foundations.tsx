import { SpotCover } from '#app/features/pictures/spot-cover.tsx'
import { Sample } from './sample.tsx'

const colours = [
  ['paper', 'bg-paper'],
  ['raised', 'bg-raised'],
  ['sunken', 'bg-sunken'],
  ['line', 'bg-line'],
  ['control', 'bg-control'],
  ['muted', 'bg-muted'],
  ['ink', 'bg-ink'],
  ['accent', 'bg-accent'],
  ['accent-soft', 'bg-accent-soft'],
  ['good', 'bg-good'],
  ['warn', 'bg-warn'],
  ['bad', 'bg-bad'],
] as const

const sizes = [
  'text-4xl',
  'text-3xl',
  'text-2xl',
  'text-xl',
  'text-lg',
  'text-base',
  'text-sm',
] as const

export function Foundations() {
  return (
    <>
      <Sample title="Colours">
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-4">
          {colours.map(([name, fill]) => (
            <li key={name} className="text-sm text-muted">
              <span className={`mb-1 block h-12 rounded-control border border-line ${fill}`} />
              {name}
            </li>
          ))}
        </ul>
      </Sample>
      <Sample title="Without a picture">
        <div className="grid grid-cols-3 gap-3">
          {['one', 'two', 'three'].map((seed) => (
            <SpotCover key={seed} seed={seed} className="aspect-3/2 rounded-control" />
          ))}
        </div>
      </Sample>
      <Sample title="Type">
        {sizes.map((size) => (
          <p key={size} className={`${size} truncate font-semibold`}>
            Open spots Свободно 18:00
          </p>
        ))}
        <p className="tabular">
          18:00 – 19:30
          <br />
          11:11 – 11:41
        </p>
      </Sample>
    </>
  )
}
