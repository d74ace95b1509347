import { rowsOfMessages } from '../../../data/exports/tables'
import type { Schema } from '../../../data/schema'
import type { ExportJob, Tables } from '../writing/write-tables'
import { mapRows, sourceOf } from './sources'

/** Tables of data that belongs to messages. */
export function messageTables(job: ExportJob): Tables {
  const source = sourceOf(job)
  const { scope } = job
  return {
    zerver_reaction: mapRows(
      rowsOfMessages<Reaction>(source, 'reactions', scope, job.upToId),
      (row) => ({
        id: row.id,
        message: row.message_id,
        user_profile: row.user_id,
        emoji_name: row.emoji_name,
        emoji_code: row.emoji_code,
        reaction_type: row.reaction_type,
      }),
    ),
    // Not part of the reference's format; the reference ignores unknown tables.
    zerver_submessage: mapRows(
      rowsOfMessages<Submessage>(source, 'submessages', scope, job.upToId),
      (row) => ({
        id: row.id,
        message: row.message_id,
        sender: row.sender_id,
        msg_type: 'widget',
        content: row.content,
      }),
    ),
  }
}

type Reaction = Omit<Schema['reactions'], 'id'> & { id: number }
type Submessage = Omit<Schema['submessages'], 'id'> & { id: number }
