import { readMaskedUsers, readMessagePage } from '../../data/exports/messages'
import type { MessagePage } from '../../data/exports/messages'
import type { MessageEditRow } from '../../data/schema'
import type { TextSink } from '../../stores/files/tar-archive'
import { writeList } from './writing/write-tables'
import type { ExportJob } from './writing/write-tables'
import { messageRow } from './writing/rows'
import type { ArchiveRow } from './writing/rows'

/** Max messages in one file of the archive. Source: docs/protocol/import.md#archive-files. */
const messagesPerFile = 1_000
/** Messages read by one query. */
const messagesPerPage = 250
/** Max messages per query of recipients: a large stream has many recipients. */
const messagesPerMask = 25

/** Writes the messages by ascending id into numbered files. */
export async function writeMessages(job: ExportJob): Promise<void> {
  let number = 1
  for (let afterId: number | null = 0; afterId !== null; number += 1) {
    afterId = await writeFile(job, number, afterId)
  }
}

/** Writes one file. @returns id of the last message read; null when there are no more */
async function writeFile(job: ExportJob, number: number, after: number): Promise<number | null> {
  let afterId: number | null = after
  const name = `messages-${String(number).padStart(6, '0')}.json`
  await job.archive.addText(job.root + name, async (sink) => {
    const ids: number[] = []
    const messages = async function* (): AsyncGenerator<ArchiveRow> {
      while (afterId !== null && ids.length <= messagesPerFile - messagesPerPage) {
        const page: MessagePage = await readMessagePage(job.ctx.db.query, job.realm.id, job.scope, {
          afterId,
          upToId: job.upToId,
          atMost: messagesPerPage,
        })
        afterId = page.lastId
        const around = annotations(job, page)
        for (const message of page.messages) {
          ids.push(message.id)
          yield messageRow(message, around, job.numbering)
        }
      }
    }
    await sink.write('{"zerver_message":')
    await writeList(sink, messages(), job.check)
    await sink.write(',"zerver_usermessage":')
    await writeMasks(job, sink, ids)
    await sink.write('}')
  })
  return afterId
}

function annotations(job: ExportJob, { edits, conversations }: MessagePage) {
  const byMessage = new Map<number, MessageEditRow[]>()
  for (const edit of edits) {
    const known = byMessage.get(edit.message_id)
    if (known) known.push(edit)
    else byMessage.set(edit.message_id, [edit])
  }
  return {
    streamRecipients: job.streamRecipients,
    userRecipients: job.userRecipients,
    conversations: new Map(conversations.map((each) => [each.id, each])),
    edits: byMessage,
  }
}

async function writeMasks(job: ExportJob, sink: TextSink, ids: readonly number[]): Promise<void> {
  const { ctx, realm, scope, numbering } = job
  const rows = async function* (): AsyncGenerator<ArchiveRow> {
    // A public export leaves out private flags such as read and starred.
    if (scope.kind === 'public') return
    for (let start = 0; start < ids.length; start += messagesPerMask) {
      const some = ids.slice(start, start + messagesPerMask)
      for (const { message_id: message, mask, user_ids } of await readMaskedUsers(
        ctx.db.query,
        realm.id,
        scope,
        some,
      )) {
        for (const user_profile of user_ids) {
          yield { id: numbering.next('usermessage'), user_profile, message, flags_mask: mask }
        }
      }
    }
  }
  await writeList(sink, rows(), job.check)
}
