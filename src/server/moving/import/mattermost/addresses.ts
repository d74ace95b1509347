import type { AddressRecord, FileRecord } from '../records'
import { fileIdIn } from './file-ids'

/**
 * The addresses of files by their ids, which their paths have: `/api/v4/files/ID`. Channels and people are found by
 * their keys.
 * Source: docs/protocol/import.md#old-addresses.
 */
export function* addressRecords(files: Iterable<FileRecord>): Generator<AddressRecord> {
  for (const { key } of files) {
    const id = fileIdIn(key)
    if (id !== undefined) yield { kind: 'address', key: `files/${id}`, to: { fileKey: key } }
  }
}
