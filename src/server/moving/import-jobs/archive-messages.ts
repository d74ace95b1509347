import type { FormatName } from '../import/formats'
import type {
  EmojiRecord,
  FileRecord,
  ImportRecord,
  ImportRemark,
  RealmRecord,
  UserRecord,
} from '../import/records'

/* Messages between a worker and the process that reads an archive for it. Each request has one answer. */

/** A file of the archive, which the process opens by its number. */
export interface FileNumber {
  path: string
  size: number
  number: number
}

type Pictures = Record<'icon' | 'logo' | 'night_logo', FileNumber>

/** A record whose files are numbers. */
export type PortableRecord =
  | Exclude<ImportRecord, RealmRecord | EmojiRecord | UserRecord | FileRecord>
  | (Omit<RealmRecord, 'pictures'> & { pictures?: Partial<Pictures> })
  | (Omit<EmojiRecord, 'image'> & { image: FileNumber })
  | (Omit<UserRecord, 'avatar'> & { avatar?: FileNumber })
  | (Omit<FileRecord, 'file'> & { file: FileNumber })

/** The next records of an archive, in the order of the archive. */
export interface RecordBatch {
  /** Portable records, each serialized by V8. */
  records: Uint8Array[]
  remarks: ImportRemark[]
  isEnd: boolean
}

/** A request to the process, and the type of its answer. */
export interface ArchiveRequests {
  recognize: { request: { archive: string }; answer: { format: FormatName } }
  open: { request: { archive: string; format: FormatName }; answer: { source: string } }
  next: { request: object; answer: RecordBatch }
  /** Copies a file of the archive to a new file. */
  copy: { request: { number: number; to: string }; answer: object }
}

export type ArchiveRequestKind = keyof ArchiveRequests

/** To the process. */
export type ToArchiveProcess = {
  [K in ArchiveRequestKind]: { id: number; kind: K } & ArchiveRequests[K]['request']
}[ArchiveRequestKind]

/** From the process: the answer to a request. */
export type FromArchiveProcess = { id: number } & (
  | { answer: unknown }
  /** The archive is refused with a sentence. */
  | { refusal: string }
  | { failure: string }
)
