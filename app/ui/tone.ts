export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent'

/** Ground, text and edge of a tone; its icon or shape says the same without colour. */
export const toneClasses = {
  neutral: 'bg-sunken text-ink border-line',
  good: 'bg-good-soft text-good border-good/30',
  warn: 'bg-warn-soft text-warn border-warn/30',
  bad: 'bg-bad-soft text-bad border-bad/30',
  accent: 'bg-accent-soft text-accent border-accent/30',
} satisfies Record<Tone, string>
