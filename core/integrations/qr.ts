import { renderSVG } from 'uqr'

/** A QR code of an address, black on white: cameras and printers know nothing better. */
export function drawQr(address: string): string {
  return renderSVG(address, { ecc: 'M', border: 4, blackColor: '#000000', whiteColor: '#ffffff' })
}
