import type { ArchiveReader } from '.'

/** A reader of an open archive; closing it deletes what was unpacked. */
export interface OpenedArchive extends ArchiveReader {
  close: () => Promise<void>
}
