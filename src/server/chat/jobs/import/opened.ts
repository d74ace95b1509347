import type { ArchiveReader } from './records'

/** An archive that is read; closing it deletes what was unpacked. */
export interface OpenedArchive {
  reader: ArchiveReader
  close: () => Promise<void>
}
