import type { ArchiveReader } from '.'

/** A reader of an open archive; closing it deletes the unpacked files. */
export interface OpenedArchive extends ArchiveReader {
  close: () => Promise<void>
}
