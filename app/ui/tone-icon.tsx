import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import Sparkle from 'lucide-react/icons/sparkle'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { Tone } from './tone.ts'

const icons = {
  neutral: Info,
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
  accent: Sparkle,
} satisfies Record<Tone, unknown>

/** The shape that tells a tone apart without its colour. */
export function ToneIcon({ tone, className }: { tone: Tone; className?: string | undefined }) {
  const Icon = icons[tone]
  return <Icon aria-hidden="true" className={className} />
}
