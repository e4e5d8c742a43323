import type { LegalBlock, Piece } from './legal-text.ts'

/** The operator's own legal text, in place of the product's. */
export function OperatorText({ blocks }: { blocks: readonly LegalBlock[] }) {
  return (
    // Its blocks have no names, and never change their order.
    <div className="mt-6 grid gap-4 text-lg wrap-anywhere">
      {blocks.map((block, nth) => (
        <Block key={`${nth} ${block.kind}`} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: LegalBlock }) {
  if (block.kind === 'heading') return <h2 className="mt-4 text-xl">{block.text}</h2>
  if (block.kind === 'paragraph')
    return (
      <p className="whitespace-pre-line text-muted">
        <Pieces pieces={block.pieces} />
      </p>
    )
  return (
    <ul className="list-disc space-y-1 ps-6 text-muted">
      {block.items.map((pieces, nth) => (
        <li key={`${nth} ${pieces[0]?.text ?? ''}`}>
          <Pieces pieces={pieces} />
        </li>
      ))}
    </ul>
  )
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, to }, nth) =>
    to === undefined ? (
      text
    ) : (
      <a key={`${nth} ${to}`} href={to} className="text-ink underline underline-offset-4">
        {text}
      </a>
    ),
  )
}
