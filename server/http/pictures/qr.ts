import { renderSVG } from 'uqr'
import { drawing } from './drawing.ts'

/** Wide enough for a poster. */
const printed = 1200

/** A QR code of an address, black on white: cameras and printers know nothing better. */
export function drawQr(address: string): string {
  return renderSVG(address, { ecc: 'M', border: 4, blackColor: '#000000', whiteColor: '#ffffff' })
}

export async function drawQrPng(address: string): Promise<Buffer> {
  const sharp = await drawing()
  return sharp(Buffer.from(drawQr(address)), { density: 300 })
    .resize(printed, printed, { kernel: 'nearest' })
    .greyscale()
    .threshold(128)
    .png({ compressionLevel: 9 })
    .toBuffer()
}
