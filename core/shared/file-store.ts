/** A file as it is listed. */
export type ListedFile = { key: string; writtenAt: Date }

/** Where files that people upload are kept: a folder, or a bucket of an S3-compatible service. */
export type FileStore = {
  /** Writes a whole file or nothing. */
  write(key: string, file: { bytes: Uint8Array; type: string }): Promise<void>
  /** Null: there is no such file. */
  read(key: string): Promise<Uint8Array | null>
  /** A file that does not exist counts as deleted. Throws `FilesRefused` if some of them stay, after deleting the others. */
  delete(keys: readonly string[]): Promise<void>
  /** Every file, some at a time. */
  list(): AsyncIterable<readonly ListedFile[]>
}

/** The store did not respond, or its response was unusable. */
export class StoreAway extends Error {}

/** The store did not delete these files. */
export class FilesRefused extends StoreAway {
  readonly keys: readonly string[]
  constructor(keys: readonly string[], why: unknown) {
    super(`${keys.length} files were not deleted, the first is ${keys[0]}.`, { cause: why })
    this.keys = keys
  }
}

/** Lower case, because some file systems ignore case. */
const keyShape = /^[0-9a-z][0-9a-z.-]{0,99}$/

/** Keys are made by us; this keeps a mistake from leaving the folder. */
export function checkedKey(key: string): string {
  if (!keyShape.test(key)) throw new Error(`Not the key of a file: ${key}`)
  return key
}

export const isKey = (text: string): boolean => keyShape.test(text)
