import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const squeeze = {
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  gz: (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
}

/** Stores compressed copies of scripts and styles. They are smaller than a server could make them while a visitor waits. */
export async function precompress(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(?:js|css)$/.test(name))
  for (const name of names) {
    const file = path.join(folder, name)
    const text = await readFile(file)
    for (const [ending, compress] of Object.entries(squeeze))
      await writeFile(`${file}.${ending}`, await compress(text))
  }
}
