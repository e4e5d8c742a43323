import { drawQr } from '#core/integrations/qr.ts'
import { drawing } from './drawing.ts'

/** Wide enough for a poster. */
const printed = 1200

export async function drawQrPng(address: string): Promise<Buffer> {
  const sharp = await drawing()
  return sharp(Buffer.from(drawQr(address)), { density: 300 })
    .resize(printed, printed, { kernel: 'nearest' })
    .greyscale()
    .threshold(128)
    .png({ compressionLevel: 9 })
    .toBuffer()
}
