import type { ArchiveRow } from '../rows'
import type { ExportJob, Tables } from '../writing'
import { groupTables } from './groups'
import { messageTables } from './messages'
import { organisationTables } from './organisation'
import { peopleTables } from './people'
import { streamTables } from './streams'

/**
 * The tables of `realm.json`. Those come last that hold what others have numbered.
 * Source: docs/protocol/import.md#archive-tables.
 */
export function realmTables(job: ExportJob): Tables {
  return {
    ...organisationTables(job),
    ...peopleTables(job),
    ...streamTables(job),
    ...messageTables(job),
    ...groupTables(job),
    zerver_client: clients(job),
  }
}

/** Programs that messages were sent with: written after the messages, and so all known. */
function* clients({ numbering }: ExportJob): Generator<ArchiveRow> {
  for (const [name, id] of numbering.clients) yield { id, name }
}
