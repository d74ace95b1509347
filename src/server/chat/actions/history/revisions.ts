import { setImmediate as nextTurn } from 'node:timers/promises'
import { diffArrays } from 'diff'
import type { AppContext } from '../../../context'
import { listEdits } from '../../../data/messages/edits'
import type { EditRow } from '../../../data/messages/edits'
import type { MessageRow } from '../../../data/schema'
import { unixSeconds } from '../../../wire/time'
import type { Requester } from '../../rules/authentication'
import { realmSettingsOf } from '../../rules/realms/settings'
import { accessMessage } from '../../access/messages/access-message'
import { EditHistoryDisabledError } from '../../rules/messages/errors'

/**
 * The HTML of the newer of two texts, with inserted and deleted words marked. Marks enclose only text, never
 * tags, so the result is as well-formed as the newer text. Source: docs/protocol/messages.md#html-diff.
 *
 * @param maxDifferences bounds the work; texts with more differences count as fully replaced
 */
export function highlightChanges(older: string, newer: string, maxDifferences: number): string {
  const [before, after] = [tokensOf(older), tokensOf(newer)]
  const changes = diffArrays(before, after, { maxEditLength: maxDifferences }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  return changes
    .map(({ value, added, removed }) => {
      if (removed)
        return mark(
          value.filter((token) => !isTag(token)),
          'deleted',
        )
      return added ? mark(value, 'inserted') : value.join('')
    })
    .join('')
}

/** Splits HTML into tags, entities, words and the characters between them. */
function tokensOf(html: string): string[] {
  return html.match(/<[^<>]*>|&[#\w]+;|[\p{L}\p{N}_]+|\s+|[^<]/gu) ?? []
}

/** Marks tokens as inserted or deleted by enclosing each run of text between tags. */
function mark(tokens: readonly string[], change: 'inserted' | 'deleted'): string {
  const pieces: string[] = []
  let text = ''
  const endText = () => {
    const isBlank = text.trim() === ''
    if (text !== '') pieces.push(isBlank && change === 'inserted' ? text : enclose(text, change))
    text = ''
  }
  for (const token of tokens) {
    if (isTag(token)) {
      endText()
      pieces.push(token)
    } else text += token
  }
  endText()
  return pieces.join('')
}

function enclose(text: string, change: 'inserted' | 'deleted'): string {
  return `<span class="highlight_text_${change}">${text}</span>`
}

function isTag(token: string): boolean {
  return token.length > 1 && token.startsWith('<')
}

/** A message after one edit, with the values before the edit. */
export interface Revision {
  topic: string
  content: string
  rendered_content: string
  /** Unix time in seconds. */
  timestamp: number
  /** Id of the editor; null for the server. */
  user_id: number | null
  prev_content?: string
  prev_rendered_content?: string
  content_html_diff?: string
  prev_topic?: string
  prev_stream?: number
  stream?: number
}

/** Max differences for all revisions together, which bounds the work for a message with many edits. */
const maxDifferences = 10_000
const maxDifferencesOfOne = 500
/** Before a text of this length is compared, others have their turn. */
const longTextCharacters = 10_000

/**
 * The revisions of a message from the original to the latest, oldest first.
 * @throws EditHistoryDisabledError, InvalidMessageError
 * Source: docs/protocol/messages.md#revisions.
 */
export async function listRevisions(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  messageId: number,
): Promise<Revision[]> {
  const { message_edit_history_visibility_policy: shown } = realmSettingsOf(requester)
  if (shown === 'none') throw new EditHistoryDisabledError()
  const message = await accessMessage(ctx.db.query, requester, messageId)
  const edits = await listEdits(ctx.db.query, requester.realm_id, messageId)
  return revisionsOf(message, shown === 'all' ? edits : movesAmong(edits))
}

/** Only the edits that moved the message, without the earlier content. */
function movesAmong(edits: readonly EditRow[]): EditRow[] {
  return edits
    .filter((edit) => edit.prev_topic !== null || edit.prev_stream_id !== null)
    .map((edit) => ({ ...edit, prev_content: null, prev_rendered_content: null }))
}

/** Edits store the values before them, so revisions are rebuilt backward from the present message. */
async function revisionsOf(message: MessageRow, edits: readonly EditRow[]): Promise<Revision[]> {
  const differencesEach = Math.min(maxDifferencesOfOne, Math.ceil(maxDifferences / edits.length))
  const revisions: Revision[] = []
  let { topic, content, rendered_content } = message
  for (const edit of edits.toReversed()) {
    // Comparing two of the longest texts takes some tens of milliseconds.
    if (rendered_content.length > longTextCharacters) await nextTurn()
    revisions.push({
      topic,
      content,
      rendered_content,
      timestamp: unixSeconds(edit.edited_at),
      user_id: edit.editor_id,
      ...contentChange(edit, rendered_content, differencesEach),
      ...(edit.prev_topic !== null && { prev_topic: edit.prev_topic }),
      ...(edit.prev_stream_id !== null && { prev_stream: edit.prev_stream_id }),
      ...(edit.stream_id !== null && { stream: edit.stream_id }),
    })
    topic = edit.prev_topic ?? topic
    content = edit.prev_content ?? content
    rendered_content = edit.prev_rendered_content ?? rendered_content
  }
  const timestamp = unixSeconds(message.sent_at)
  const original = { topic, content, rendered_content, timestamp, user_id: message.sender_id }
  return [original, ...revisions.reverse()]
}

function contentChange(
  { prev_content, prev_rendered_content }: EditRow,
  renderedNow: string,
  differences: number,
): Partial<Revision> {
  if (prev_content === null || prev_rendered_content === null) return {}
  const content_html_diff = highlightChanges(prev_rendered_content, renderedNow, differences)
  return { prev_content, prev_rendered_content, content_html_diff }
}
