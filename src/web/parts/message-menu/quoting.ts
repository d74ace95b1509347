import type { App } from '../../context/app'
import { focusWish } from '../../lib/keyboard/focus-wish'
import { conversationOfMessage } from '../../data/records/message'
import type { Message } from '../../data/records/message'
import { quotedPart } from '../../data/messages/quoted-part'
import { fetchSource } from '../../data/messages/source'
import { narrowTo } from '../../data/narrow/narrow'
import * as t from '../../texts/catalog'

type Parts = Pick<App, 'navigation' | 'store' | 'toasts' | 'writing'>

/** Opens the compose box in the message's conversation with a quote: of the selected part, or else of the message. */
export async function quoteMessage(parts: Parts, message: Message): Promise<void> {
  const selection = selectionIn(getSelection())
  const selected = selection?.messageId === message.id ? selection.text : undefined
  await write(parts, message, t.messageFailures.quote, (source, link) => {
    const text = selected === undefined ? source : quotedPart(source, selected)
    parts.writing.peek()?.compose.quote(message, link, text)
  })
}

/** Opens the compose box with the message as a quote, without a destination. */
export async function forwardMessage(parts: Parts, message: Message): Promise<void> {
  await write(parts, message, t.passingOn.failed, (source, link) => {
    parts.writing.peek()?.compose.forward(message, link, source)
  })
}

async function write(
  { navigation, store, toasts, writing }: Parts,
  message: Message,
  failure: string,
  act: (source: string, link: string) => void,
): Promise<void> {
  const conversation = conversationOfMessage(message, store.state.user_id)
  const narrow = narrowTo(conversation)
  const mayFocus = focusWish()
  try {
    const source = await fetchSource(message.id)
    act(source, navigation.hrefOf({ view: 'narrow', narrow, near: message.id }))
    if (!mayFocus()) writing.peek()?.compose.tookFocus()
  } catch (error) {
    toasts.fail(failure, error)
  }
}

/** The text selected inside of a message; undefined if none is, or if it reaches into another message. */
export function selectionIn(
  selection: Selection | null,
): { messageId: number; text: string } | undefined {
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
  const text = selection?.toString().trim() ?? ''
  const row = range && rowOf(range.startContainer)
  if (!row || text === '') return undefined
  // A triple click ends the selection at the beginning of the next message.
  const isInside = rowOf(range.endContainer) === row || range.endOffset === 0
  return isInside ? { messageId: Number(row.dataset['messageId']), text } : undefined
}

function rowOf(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest<HTMLElement>('[data-message-id]') ?? null
}
