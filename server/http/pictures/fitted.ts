import { drawable, drawing, escaped } from './drawing.ts'

export type Look = { size: number; colour: string; bold: boolean; lines: number }
type Block = { image: Buffer; height: number }

/** A text in the first of the looks it fits in; what fits in none is cut at its end. Null: there is no text. */
export async function fitted(
  text: string,
  looks: readonly Look[],
  width: number,
): Promise<Block | null> {
  const characters = [...new Intl.Segmenter().segment(drawable(text))].map(({ segment }) => segment)
  const last = looks.at(-1)
  if (characters.length === 0 || !last) return null
  const most = characters.slice(0, 200)
  const shown = (count: number) =>
    count < characters.length ? `${most.slice(0, count).join('').trimEnd()}…` : most.join('')
  for (const look of looks) {
    const block = await written(shown(most.length), look, width)
    if (block.lines <= look.lines) return block
  }
  let fits = 1
  let tooMany = most.length
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    const { lines } = await written(shown(middle), last, width)
    if (lines <= last.lines) fits = middle
    else tooMany = middle
  }
  return written(shown(fits), last, width)
}

async function written(text: string, { size, colour, bold }: Look, width: number) {
  const sharp = await drawing()
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escaped(text)}</span>`,
      font: `Onest ${bold ? 'Bold ' : ''}${size}`,
      // A point is a pixel then.
      dpi: 72,
      width,
      wrap: 'word-char',
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  // The image is as high as its ink: a second line adds a whole line height, tall letters a part of one.
  const lines = 1 + Math.round(Math.max(0, info.height - size) / (size * 1.25))
  return { image: data, height: info.height, lines }
}
