import { call } from '../../data/api/call'
import type { App } from '../../context/app'
import { conversationOfMessage, isUnread } from '../../data/records/message'
import type { Message } from '../../data/records/message'
import type { Stretch } from '../../data/messages/stretch'
import { holds, reaches } from '../../data/messages/stretch-state'
import { conversationOf, keyOfConversation, narrowTo } from '../../data/narrow/narrow'
import { isKept } from '../../data/records/state'
import type { NarrowAddress } from '../../data/narrow/hash'
import type { Narrow } from '../../data/narrow/narrow'
import type { ReadingPosition } from '../../data/navigation/navigation'
import { loadLater } from '../../parts/lazy/lazy'

/** Opening position of a feed. */
export interface Opening {
  /** The message to open the feed at. */
  readonly id: number
  /** Distance of its content from the upper edge of the view, in pixels; undefined leaves some context above. */
  readonly offset: number | 'end' | undefined
  /** The first unread message at that time. */
  readonly firstUnreadId: number | undefined
}

type Parts = Pick<App, 'messages' | 'store' | 'stretches'>

/** Opening position from cached messages; undefined if messages must be fetched first. */
export function openHeld(
  { messages, store }: Parts,
  stretch: Stretch,
  { near }: NarrowAddress,
  position: ReadingPosition | undefined,
): Opening | undefined {
  const held = stretch.state.peek()
  const conversation = conversationOf(stretch.narrow)
  // Events keep only conversations current; the cached messages of other narrows may be outdated.
  if (!conversation || held.ids.length === 0) return undefined
  const firstUnreadId = findFirstUnread(messages, held.ids)
  if (position && holds(held.ids, position.id)) return { ...position, firstUnreadId }
  if (near !== undefined) {
    return holds(held.ids, near) ? { id: near, offset: undefined, firstUnreadId } : undefined
  }
  const unread = held.ids.filter((id) => isUnreadIn(messages, id)).length
  const isWhole = unread >= store.unread.of(conversation) && held.foundNewest
  // Without the server, a part of the conversation is better than none.
  if (!isWhole && !isKept(store.state)) return undefined
  return openAtUnread(held.ids, firstUnreadId)
}

/**
 * Fetches the messages of the opening position.
 *
 * @returns undefined on an error, or if another narrow was opened meanwhile
 */
export async function openFetched(
  { messages }: Parts,
  stretch: Stretch,
  { near }: NarrowAddress,
  position: ReadingPosition | undefined,
): Promise<Opening | undefined> {
  const begin = isReadOn(stretch.narrow) ? 'first_unread' : 'newest'
  const anchor = await stretch.open(position?.id ?? near ?? begin)
  if (anchor === undefined) return undefined
  const { ids } = stretch.state.peek()
  const firstUnreadId = findFirstUnread(messages, ids)
  // Load the chunk of the widgets before the rows are rendered, so that rows do not grow.
  const isWidget = (id: number) => messages.get(id)?.submessages.length
  if (ids.some(isWidget)) await loadLater().catch(() => undefined)
  if (position) return { ...position, firstUnreadId }
  if (near !== undefined) return { id: near, offset: undefined, firstUnreadId }
  return openAtUnread(ids, begin === 'newest' ? undefined : firstUnreadId)
}

/** Whether a narrow opens at its first unread message; searches open at the newest message. */
function isReadOn(narrow: Narrow): boolean {
  const [first, ...more] = narrow
  if (!first || conversationOf(narrow)) return true
  const words: unknown[] = ['mentioned', 'unread', 'dm']
  const isView = first.operator === 'channel' || first.operator === 'dm'
  return more.length === 0 && (isView || words.includes(first.operand))
}

function openAtUnread(ids: readonly number[], firstUnreadId: number | undefined): Opening {
  return firstUnreadId === undefined
    ? { id: ids.at(-1) ?? 0, offset: 'end', firstUnreadId }
    : { id: firstUnreadId, offset: undefined, firstUnreadId }
}

const isUnreadIn = (messages: Parts['messages'], id: number) => {
  const message = messages.get(id)
  return message !== undefined && isUnread(message)
}

function findFirstUnread(messages: Parts['messages'], ids: readonly number[]): number | undefined {
  return ids.find((id) => isUnreadIn(messages, id))
}

/**
 * The current address of a linked message, if the message was moved to another conversation after the link was made.
 */
export async function findMoved(
  { messages, store, stretches }: Parts,
  address: NarrowAddress,
): Promise<NarrowAddress | undefined> {
  const id = address.with ?? address.near
  const conversation = conversationOf(address.narrow)
  if (id === undefined || !conversation) return undefined
  const held = messages.get(id) ?? (await fetchMessage(id, stretches.of(address.narrow)))
  if (!held) return undefined
  const now = conversationOfMessage(held, store.state.user_id)
  if (keyOfConversation(now) === keyOfConversation(conversation)) return undefined
  const { with: _with, ...rest } = address
  return { ...rest, narrow: narrowTo(now) }
}

/** @returns undefined if the reader may not read the message, or if the stretch already contains it */
async function fetchMessage(id: number, stretch: Stretch): Promise<Message | undefined> {
  if (reaches(stretch.state.peek(), id) && holds(stretch.state.peek().ids, id)) return undefined
  try {
    const { message } = await call('GET /messages/{message_id}', { message_id: id })
    return message
  } catch {
    return undefined
  }
}
