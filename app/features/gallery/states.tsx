import { Badge } from '#app/ui/badge.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorState } from '#app/ui/error-state.tsx'
import { SkeletonList } from '#app/ui/skeleton.tsx'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { Sample } from './sample.tsx'

const tones: readonly Tone[] = ['neutral', 'good', 'warn', 'bad', 'accent']
const meters = [
  [0, 10],
  [6, 10],
  [10, 10],
  [1, 1],
  [13, 20],
  [3, 120],
  [87, 120],
  [25, 25],
] as const

export function States() {
  return (
    <>
      <Sample title="SpotMeter">
        {meters.map(([taken, capacity]) => (
          <SpotMeter
            key={`${taken}/${capacity}`}
            taken={taken}
            capacity={capacity}
            label={`${taken}/${capacity} booked`}
          />
        ))}
        <SpotMeter taken={6} capacity={10} label="6/10 booked" large />
        <div dir="rtl">
          <SpotMeter taken={6} capacity={10} label="6/10 محجوز" />
        </div>
      </Sample>
      <Sample title="Badge, Banner">
        <div className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Badge>
            A very long badge that has to end somewhere, or the card would burst on phones
          </Badge>
        </div>
        {tones.map((tone) => (
          <Banner
            key={tone}
            tone={tone}
            title="Your spot is booked."
            text="Monday, 18:00. We sent you the details."
            action={
              tone === 'warn' ? (
                <LinkButton to="/" size="small" variant="secondary">
                  See it
                </LinkButton>
              ) : undefined
            }
          />
        ))}
      </Sample>
      <Sample title="Card">
        <Card as="article" interactive>
          <CardHeader
            title="Yoga for a calm evening"
            level={3}
            text="Mondays 18:00"
            action={<Badge tone="good">Open</Badge>}
          />
          <SpotMeter taken={6} capacity={10} label="6/10 booked" />
        </Card>
      </Sample>
      <Sample title="EmptyState, ErrorState, Skeleton">
        <EmptyState
          title="No classes yet"
          text="Publish the first one and share its link."
          action={<Button type="button">Add a class</Button>}
          level={3}
        />
        <ErrorState
          title="Could not load the classes"
          text="Check your connection and try again."
          retryLabel="Try again"
          level={3}
        />
        <SkeletonList label="Loading classes" />
      </Sample>
    </>
  )
}
