import type { Archive } from '../archive/archive'
import { isTrue, numberOf, rowOf, rowsOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import type { Conversation, Conversations } from './conversations'
import type { Layout } from './layout'
import type { FoundMessage } from './merged-messages'
import { readRows } from './read-rows'
import type { Remark } from './read-rows'
import { readTimestamp } from './timestamp'

const inChannel = 'canvas_in_the_conversation.json'

/** Whether a file is a page of Slack's own, whose bytes are HTML. */
export function isCanvas(file: Row): boolean {
  const mode = textOf(file, 'mode')
  return mode === 'canvas' || mode === 'quip' || textOf(file, 'mimetype') === slackDocument
}

const slackDocument = 'application/vnd.slack-docs'

/**
 * The canvases that belong to conversations without being in a message: each becomes a message of its author.
 * Source: docs/protocol/import.md#slack-canvases.
 */
export async function readCanvases(
  archive: Archive,
  layout: Layout,
  conversations: Conversations,
  remark: Remark,
): Promise<FoundMessage[]> {
  const known = new Map<string, Row>()
  for (const root of new Set(['', ...layout.roots])) {
    for (const file of await readRows(archive, `${root}canvases.json`, remark)) {
      known.set(textOf(file, 'id'), file)
    }
  }
  const found = new Map<string, FoundMessage>()
  const add = (conversation: Conversation, file: Row, path: string) => {
    const message = messageOf(conversation, { ...known.get(textOf(file, 'id')), ...file }, path)
    if (message) found.set(message.key, message)
    else remark({ reason: 'A canvas has no id or no time.', file: path })
  }
  for (const conversation of conversations.byId.values()) {
    const canvas = rowOf(rowOf(conversation.row, 'properties'), 'canvas')
    const id = textOf(canvas, 'file_id')
    if (id && !isTrue(canvas, 'is_empty')) add(conversation, { id }, 'channels.json')
  }
  for (const [folder, conversation] of conversations.byFolder) {
    const path = `${folder}/${inChannel}`
    for (const row of await readRows(archive, path, remark)) {
      const files = rowsOf(row, 'files')
      for (const file of files.length > 0 ? files : [row]) add(conversation, file, path)
    }
  }
  return [...found.values()]
}

function messageOf(conversation: Conversation, file: Row, path: string): FoundMessage | undefined {
  const id = textOf(file, 'id')
  const created = numberOf(file, 'created') ?? numberOf(conversation.row, 'created')
  const time = readTimestamp(created)
  if (id === '' || !time) return undefined
  const user = textOf(file, 'user') || textOf(conversation.row, 'creator')
  const canvas = { title: 'Canvas', mode: 'canvas', ...file }
  return {
    ...{ key: `${conversation.id}/canvas/${id}`, conversation, time, file: path },
    row: { type: 'message', user, ts: time.text, text: '', files: [canvas] },
  }
}
