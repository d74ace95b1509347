import type { ImportedEdit } from '../../../data/import/messages'
import { keyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import { renderTexts, resolveTexts } from '../job/texts'
import { contentOf, topicOf } from './placed'
import type { KnownIds, PlacedMessage } from './placed'

/** Edits of a message that are kept; more are left out. */
const mostEdits = 100

/** The earlier states of messages, oldest first, with rendered contents. */
export async function editsOf(
  job: ImportJob,
  messages: readonly PlacedMessage[],
  known: KnownIds,
): Promise<ImportedEdit[]> {
  const edits = messages.flatMap((message) => editsOfOne(message, known))
  const contents = edits.flatMap(({ prev_content }) => prev_content ?? [])
  if (contents.length === 0) return edits
  const resolved = (await resolveTexts(job, contents)).map(({ content }) => content)
  const rendered = await renderTexts(job, resolved)
  let next = 0
  return edits.map((edit) => {
    if (edit.prev_content === null) return edit
    const index = next++
    return {
      ...edit,
      prev_content: resolved[index] as string,
      prev_rendered_content: rendered[index]?.rendered.html ?? '',
    }
  })
}

/** Follows the edits from the newest state back, since an edit names only the state before it. */
function editsOfOne(
  { id, record, topic, stream_id }: PlacedMessage,
  known: KnownIds,
): ImportedEdit[] {
  let [topicAfter, streamAfter] = [topic, stream_id]
  const edits = (record.edits ?? []).slice(0, mostEdits).map((edit): ImportedEdit => {
    const before = edit.topic === undefined ? undefined : topicOf(edit.topic)
    const streamBefore =
      edit.streamKey === undefined ? undefined : known.streams.get(keyOf(edit.streamKey))
    const row = {
      message_id: id,
      editor_id: edit.userKey === undefined ? null : (known.users.get(keyOf(edit.userKey)) ?? null),
      edited_at: edit.at,
      prev_content: edit.content === undefined ? null : contentOf(edit.content).content,
      prev_rendered_content: null,
      prev_topic: before ?? null,
      topic: before === undefined ? null : topicAfter,
      prev_stream_id: streamBefore ?? null,
      stream_id: streamBefore === undefined ? null : streamAfter,
    }
    topicAfter = before ?? topicAfter
    streamAfter = streamBefore ?? streamAfter
    return row
  })
  return edits.reverse()
}
