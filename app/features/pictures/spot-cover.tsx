import type { Accent } from '#core/shared/accent.ts'
import { cx } from '#app/ui/cx.ts'

type SpotCoverProps = {
  /** The id of what has no picture: each looks different, and the same every time. */
  seed: string
  /** The vendor's colour as `accentOf` gives it; without it, the colour of the page. */
  accent?: Accent | null | undefined
  className?: string | undefined
}

/** Where nobody has uploaded a picture: a field of spots, some of them taken. */
export function SpotCover({ seed, accent, className }: SpotCoverProps) {
  const draw = drawFrom(seed)
  const pattern: Record<`--${string}`, string | number> = {
    ...ownColour(accent),
    '--cell': `${[20, 24, 28, 34][draw(4)]}px`,
    '--x': draw(7),
    '--y': draw(4),
    '--u': draw(5),
    '--v': draw(3),
    '--turn': `${draw(12) * 30}deg`,
  }
  return (
    <span
      aria-hidden="true"
      className={cx('spot-cover', accent && 'of-vendor', className)}
      style={pattern}
    />
  )
}

/** For the style of an element with the class "of-vendor": the covers in it show this colour. */
export function ownColour(accent: Accent | null | undefined): Record<`--${string}`, string> {
  return accent
    ? { '--own-light': accent['--accent-light'], '--own-dark': accent['--accent-dark'] }
    : {}
}

/** Numbers below a limit, drawn from a text: FNV-1a, then one digit after the other. */
function drawFrom(seed: string): (below: number) => number {
  let rest = 0x811c9dc5
  for (const letter of seed) rest = Math.imul(rest ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return (below) => {
    const drawn = rest % below
    rest = Math.floor(rest / below)
    return drawn
  }
}
