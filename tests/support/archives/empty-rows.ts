import { once } from 'node:events'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { asBytes } from '../checked'

const chunkRows = 100_000

/**
 * A packed archive of Zulip whose realm.json is one table of empty rows, `{"a":[{},{},…]}`: three bytes each, which shrink to a
 * thousandth.
 */
export async function archiveOfEmptyRows(table: string, rows: number): Promise<Buffer> {
  const [begin, end] = [`{"${table}":[`, '{}]}']
  const entries = pack()
  const packed = entries.pipe(createGzip())
  const size = begin.length + 3 * (rows - 1) + end.length
  const entry = entries.entry({ name: 'export/realm.json', size })
  const write = async (chunk: string | Buffer): Promise<void> => {
    if (!entry.write(chunk)) await once(entry, 'drain')
  }
  const writing = (async () => {
    await write(begin)
    const full = Buffer.alloc(3 * chunkRows, '{},')
    for (let left = rows - 1; left > 0; left -= chunkRows) {
      await write(left < chunkRows ? full.subarray(0, 3 * left) : full)
    }
    entry.end(end)
    entries.finalize()
  })()
  const chunks: Buffer[] = []
  for await (const chunk of packed) chunks.push(asBytes(chunk))
  await writing
  return Buffer.concat(chunks)
}
