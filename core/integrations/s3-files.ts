import type { ListObjectsV2CommandOutput, S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import {
  checkedKey,
  FilesRefused,
  type FileStore,
  isKey,
  type ListedFile,
  StoreAway,
} from '#core/shared/file-store.ts'

export type S3Options = {
  bucket: string
  /** begins every key; with its slash, if it has one */
  prefix: string
  region: string
  /** null: Amazon's own */
  endpoint: string | null
  /** null: those of the machine or the role it runs as */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

/** What one request to delete may name. */
const mostDeleted = 1000
const connectMs = 3000
/** How long a request may wait for its answer, and then for the next part of it. */
const longestAnswerMs = 15_000

/** Keeps files in a bucket. The library is loaded with the first file: most processes need none for a while. */
export function createS3Files(
  options: S3Options,
  { answerMs = longestAnswerMs }: { answerMs?: number } = {},
): FileStore {
  const { bucket: Bucket, prefix } = options
  const keyOf = (key: string) => prefix + checkedKey(key)
  let opened: ReturnType<typeof open> | null = null

  async function ask<Answer>(
    work: (s3: S3Client, library: Awaited<ReturnType<typeof load>>) => Promise<Answer>,
  ): Promise<Answer> {
    opened ??= open(options, answerMs).catch((error: unknown) => {
      opened = null
      throw error
    })
    const { client, library } = await opened
    try {
      return await work(client, library)
    } catch (error) {
      if (error instanceof library.NoSuchKey) throw error
      throw new StoreAway('The file store did not do what was asked.', { cause: error })
    }
  }

  return {
    async write(key, { bytes, type }) {
      const file = { Bucket, Key: keyOf(key), Body: bytes, ContentType: type }
      await ask((s3, { PutObjectCommand }) => s3.send(new PutObjectCommand(file)))
    },
    async read(key) {
      const Key = keyOf(key)
      try {
        return await ask(async (s3, { GetObjectCommand }) => {
          const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }))
          return Body ? await Body.transformToByteArray() : null
        })
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return null
        throw error
      }
    },
    async delete(keys) {
      const refused: string[] = []
      let why: unknown
      for (let from = 0; from < keys.length; from += mostDeleted) {
        const Objects = keys.slice(from, from + mostDeleted).map((key) => ({ Key: keyOf(key) }))
        const { Errors = [] } = await ask((s3, { DeleteObjectsCommand }) =>
          s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })),
        )
        refused.push(...Errors.map(({ Key = '' }) => Key.slice(prefix.length)))
        why ??= Errors[0] && new Error(`${Errors[0].Code}, ${Errors[0].Message}`)
      }
      if (refused.length > 0) throw new FilesRefused(refused, why)
    },
    async *list() {
      let after: string | undefined
      do {
        const page: ListObjectsV2CommandOutput = await listPage(after)
        yield (page.Contents ?? []).flatMap(({ Key = '', LastModified }): ListedFile[] => {
          const key = Key.slice(prefix.length)
          return isKey(key) && LastModified ? [{ key, writtenAt: LastModified }] : []
        })
        after = page.NextContinuationToken
      } while (after !== undefined)
    },
  }

  function listPage(after: string | undefined): Promise<ListObjectsV2CommandOutput> {
    const asked = { Bucket, Prefix: prefix, ...(after && { ContinuationToken: after }) }
    return ask((s3, { ListObjectsV2Command }) => s3.send(new ListObjectsV2Command(asked)))
  }
}

const load = () => import('@aws-sdk/client-s3')

async function open({ region, endpoint, credentials }: S3Options, answerMs: number) {
  const library = await load()
  const config: S3ClientConfig = {
    region,
    maxAttempts: 3,
    // Not every compatible service knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      // Otherwise the library only warns.
      throwOnRequestTimeout: true,
      socketTimeout: answerMs,
    },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  }
  return { library, client: new library.S3Client(config) }
}
