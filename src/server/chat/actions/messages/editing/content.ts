import { createHash } from 'node:crypto'
import type { AppContext } from '../../../../context'
import type { Tx } from '../../../../data/engine/database'
import type { NewContent } from '../../../../data/messages/edits'
import { replaceMessageFlags } from '../../../../data/messages/flags'
import type { MessageRow, StreamRow } from '../../../../data/schema'
import { findUserById } from '../../../../data/users/users'
import type { Requester } from '../../../rules/authentication'
import { findAttention, storedFlags } from '../../../posting/sending/attention'
import { checkContent } from '../../../rules/texts'
import { ExpectationMismatchError, WidgetEditError } from '../../../rules/messages/errors'
import { renderContent } from '../../../posting/rendering/rendering'
import type { RenderedContent } from '../../../posting/rendering/rendering'
import { checkContentEdit } from '../../../access/messages/policy'
import { refuseGroupMentions } from '../../../posting/sending/attention'
import { looksEmpty } from '../../../../lib/characters'

/** The part of an edit that changes the content. */
export interface ContentInput {
  content?: string | undefined
  /** SHA-256, in hex, of the content that the client's edit is based on. */
  prevContentSha256?: string | undefined
  /** Address of the realm; links to it become relative. */
  realmUrl?: string | undefined
}

export interface EditedContent {
  content: string
  rendered: RenderedContent
}

/**
 * The content as an edit stores it: blanks at its beginning stay, as they make a block of code. Empty content becomes
 * "(deleted)".
 * @throws BadRequestError. Source: docs/protocol/messages.md#edited-content.
 */
export function checkEditedContent(wanted: string): string {
  return checkContent(looksEmpty(wanted) ? '(deleted)' : wanted)
}

/**
 * The new content of a message, checked and rendered; undefined if it has not changed.
 * @throws ApiError of rules/messages/errors.ts for edits that the requester may not make
 * @throws BadRequestError for content that cannot be stored
 */
export async function prepareContent(
  { caches: { linkifiers }, renderer }: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  requester: Requester,
  message: MessageRow,
  { content: wanted, prevContentSha256: expected, realmUrl }: ContentInput,
): Promise<EditedContent | undefined> {
  if (wanted === undefined) return undefined
  checkContentEdit(tx, requester, message)
  if (message.is_widget) throw new WidgetEditError()
  if (expected !== undefined && expected.toLowerCase() !== sha256(message.content)) {
    throw new ExpectationMismatchError()
  }
  const content = checkEditedContent(wanted)
  if (isUnchanged(message.content, content)) return undefined
  const sender = await findUserById(tx, message.realm_id, message.sender_id)
  if (!sender) throw new Error('A message has lost its sender.')
  const rendered = await renderContent(tx, sender, content, { linkifiers, renderer, realmUrl })
  refuseGroupMentions(rendered)
  return { content, rendered }
}

/** The columns of a message with this content. */
export function storedContent(messageId: number, { content, rendered }: EditedContent): NewContent {
  return {
    messageId,
    content,
    rendered_content: rendered.html,
    is_me_message: rendered.isMeMessage,
    mentions_everybody: rendered.mentionsWildcard,
    has_link: rendered.hasLink,
    has_image: rendered.hasImage,
  }
}

/**
 * Updates the stored mentions and alert words of a message after an edit.
 *
 * @param place present stream and topic of the message; undefined for private ones
 * @param text with the users who have an alert word in the content
 */
export async function storeAttention(
  tx: Tx,
  { realm_id, id, sender_id }: MessageRow,
  text: { rendered: RenderedContent; alertedIds: readonly number[] },
  place: { stream: StreamRow; topic: string } | undefined,
): Promise<void> {
  const recipient = place ? { kind: 'stream' as const, ...place } : { kind: 'private' as const }
  const sender = { realm_id, id: sender_id }
  const attention = await findAttention(tx, sender, recipient, text)
  await replaceMessageFlags(tx, realm_id, id, storedFlags(attention))
}

/** Whether two contents differ in line ends and blanks at their end at most; text fields of browsers turn CR LF into LF. */
function isUnchanged(before: string, after: string): boolean {
  return before === after || withPlainLineEnds(before) === withPlainLineEnds(after)
}

function withPlainLineEnds(content: string): string {
  return content.replace(/\r\n?/g, '\n').trimEnd()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
