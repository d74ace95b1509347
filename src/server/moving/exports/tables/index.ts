import type { ArchiveRow } from '../writing/rows'
import type { ExportJob, Tables } from '../writing/write-tables'
import { groupTables } from './groups'
import { laterTables } from './later'
import { messageTables } from './messages'
import { organizationTables } from './organization'
import { peopleTables } from './people'
import { streamTables } from './streams'

/**
 * The tables of `realm.json`. Tables that list ids assigned while writing other tables come last.
 * Source: docs/protocol/import.md#archive-tables.
 */
export function realmTables(job: ExportJob): Tables {
  return {
    ...organizationTables(job),
    ...peopleTables(job),
    ...streamTables(job),
    ...messageTables(job),
    ...groupTables(job),
    ...laterTables(job),
    zerver_client: clients(job),
  }
}

/** Client programs of messages; written after the messages, when all programs are known. */
function* clients({ numbering }: ExportJob): Generator<ArchiveRow> {
  for (const [name, id] of numbering.clients) yield { id, name }
}
