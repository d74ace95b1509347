import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { numberOf, textOf } from '../archive/fields'
import type { ArchiveFile } from '../records'
import { idOf, parseDocument, rawDocuments } from './documents'
import type { Dump, Remark } from './dump'

interface GridFile {
  name: string
  size: number
  /** Number, offset and length of the document of each chunk. */
  chunks: (readonly [number, number, number])[]
}

/**
 * The files of a bucket of GridFS. Memory has the places of their chunks, never their data.
 * Source: docs/protocol/import.md#rocket-chat-files.
 */
export class GridFiles {
  private constructor(
    private readonly bucket: string,
    private readonly plainFile: string | undefined,
    private readonly files: ReadonlyMap<string, GridFile>,
  ) {}

  static async in(dump: Dump, bucket: string, remark: Remark): Promise<GridFiles> {
    const files = new Map<string, GridFile>()
    for await (const row of dump.documents(`${bucket}.files`, remark)) {
      const size = numberOf(row, 'length') ?? 0
      if (idOf(row)) files.set(idOf(row), { name: textOf(row, 'filename'), size, chunks: [] })
    }
    const plainFile = files.size > 0 ? await dump.plainFile(`${bucket}.chunks`) : undefined
    if (plainFile !== undefined) {
      try {
        await placeChunks(plainFile, files)
      } catch (error) {
        const reason = `The file breaks off: ${String((error as Error).message)}`
        remark({ reason, file: `${bucket}.chunks.bson` })
      }
    }
    return new GridFiles(bucket, plainFile, files)
  }

  /** A file by its id or its name. */
  find(id: string, name?: string): ArchiveFile | undefined {
    const byName = () => [...this.files].find(([, file]) => file.name === name)
    const found = this.files.get(id) ?? (name === undefined ? undefined : byName()?.[1])
    if (!found) return undefined
    const { size } = found
    const path = `${this.bucket}/${id}`
    return {
      path,
      size,
      open: async () => Readable.from(this.dataOf(found), { objectMode: false }),
    }
  }

  private async *dataOf({ size, chunks }: GridFile): AsyncGenerator<Buffer> {
    let bytes = 0
    if (this.plainFile !== undefined && chunks.length > 0) {
      const handle = await open(this.plainFile)
      try {
        for (const [, offset, length] of [...chunks].sort(([one], [other]) => one - other)) {
          const { buffer } = await handle.read(Buffer.alloc(length), 0, length, offset)
          const { data } = parseDocument(buffer)
          if (!(data instanceof Uint8Array)) throw new Error('a chunk has no data')
          bytes += data.length
          yield Buffer.from(data)
        }
      } finally {
        await handle.close()
      }
    }
    if (bytes !== size) throw new Error(`the file has ${bytes} bytes in place of ${size}`)
  }
}

async function placeChunks(file: string, files: ReadonlyMap<string, GridFile>): Promise<void> {
  const stream = createReadStream(file) as AsyncIterable<Buffer>
  for await (const { bytes, offset } of rawDocuments(stream)) {
    if (!bytes) continue
    const row = parseDocument(bytes)
    files.get(idOf(row, 'files_id'))?.chunks.push([numberOf(row, 'n') ?? 0, offset, bytes.length])
  }
}
