import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'

export type Row = Record<string, unknown>

/** The contents of an exported archive. */
export interface ReadArchive {
  /** Names without the folder, in the order of the archive. */
  names: string[]
  files: Map<string, string>
  tables: Record<string, Row[]>
  messages: Row[]
  usermessages: Row[]
  attachments: Row[]
  records(kind: string): Row[]
}

/** Reads a `.tar.gz`: the path of a file, or its bytes. */
export async function readArchive(source: string | Buffer): Promise<ReadArchive> {
  const files = new Map<string, string>()
  const body = typeof source === 'string' ? createReadStream(source) : Readable.from([source])
  const entries = body.pipe(createGunzip()).pipe(extract())
  for await (const entry of entries) {
    const { name } = entry.header
    files.set(name.replace(/^zulip-export-[^/]*\//, ''), await text(entry))
  }
  const json = <T>(name: string): T => JSON.parse(files.get(name) ?? 'null') as T
  const names = [...files.keys()]
  const pages = names
    .filter((name) => /^messages-\d{6}\.json$/.test(name))
    .map((name) => json<{ zerver_message: Row[]; zerver_usermessage: Row[] }>(name))
  return {
    names,
    files,
    tables: json<Record<string, Row[]>>('realm.json'),
    messages: pages.flatMap(({ zerver_message }) => zerver_message),
    usermessages: pages.flatMap(({ zerver_usermessage }) => zerver_usermessage),
    attachments: json<{ zerver_attachment: Row[] }>('attachment.json').zerver_attachment,
    records: (kind) => json<Row[]>(`${kind}/records.json`),
  }
}
