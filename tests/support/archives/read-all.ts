import { text } from 'node:stream/consumers'
import type {
  ArchiveFile,
  ArchiveReader,
  ImportRecord,
  ImportRemark,
} from '../../../src/server/moving/import/records'

type Kind = ImportRecord['kind']
type RecordOf<K extends Kind> = Extract<ImportRecord, { kind: K }>

/** All records of a small archive. */
export interface ReadRecords {
  all: ImportRecord[]
  remarks: ImportRemark[]
  of<K extends Kind>(kind: K): RecordOf<K>[]
}

export async function readAll(reader: ArchiveReader): Promise<ReadRecords> {
  const all: ImportRecord[] = []
  const remarks: ImportRemark[] = []
  for await (const record of reader.records((remark) => remarks.push(remark))) all.push(record)
  return {
    all,
    remarks,
    of: (kind) => all.filter((each): each is RecordOf<typeof kind> => each.kind === kind),
  }
}

export async function contentOf(file: ArchiveFile): Promise<string> {
  return text(await file.open())
}
