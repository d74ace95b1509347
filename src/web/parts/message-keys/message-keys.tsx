import { useApp } from '../../context/app'
import type { KeyName } from '../../lib/keyboard/keys'
import { useKey } from '../../ui/keyboard/use-key'
import type { Message } from '../../data/records/message'
import { mayEdit } from '../../data/messages/may-edit'
import { quoteMessage, selectionIn } from '../message-menu/quoting'
import { mayMove } from '../../data/messages/permissions'

/**
 * Shortcuts for the focused message, or else the current message of the feed. If that message is out of view, they choose
 * one in view.
 */
export function MessageKeys() {
  const app = useApp()
  const { actions, overlays, store } = app
  const now = () => Date.now() / 1000

  useMessageKey('reply', (message) => actions.reply(message))
  useMessageKey('quote', (message) => {
    const selected = app.messages.get(selectionIn(getSelection())?.messageId ?? 0)
    void quoteMessage(app, selected ?? message)
  })
  useMessageKey('star', (message) => void actions.toggleStar(message))
  useMessageKey('unreadFromHere', (message) => void actions.markUnreadFrom(message))
  useMessageKey('thumbsUp', (message) => void actions.toggleReaction(message, thumbsUp))
  useMessageKey('edit', (message) => {
    if (!mayEdit(message, store.state, now())) return false
    actions.editing.value = message.id
    return undefined
  })
  useMessageKey('move', (message) => {
    if (!mayMove(message, store.state, now())) return false
    overlays.show({ kind: 'move', messageId: message.id })
    return undefined
  })
  useMessageKey('react', ({ id }, anchor) =>
    overlays.show({ kind: 'reaction', messageId: id, anchor }),
  )
  useMessageKey('messageMenu', ({ id }, anchor) =>
    overlays.show({ kind: 'actions', messageId: id, anchor }),
  )
  useMessageKey('sender', ({ sender_id: userId }, anchor) =>
    overlays.show({ kind: 'person', userId, anchor }),
  )
  return null
}

const thumbsUp = {
  emoji_name: 'thumbs_up',
  emoji_code: '1f44d',
  reaction_type: 'unicode_emoji',
} as const

type MessageKeyHandler = (message: Message, row: HTMLElement) => void | boolean

function useMessageKey(name: KeyName, act: MessageKeyHandler): void {
  const { messages, feed } = useApp()
  useKey(name, () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-message-id]')
    const current = `[data-message-id="${String(feed.current.peek())}"]`
    const wanted = focused ?? document.querySelector<HTMLElement>(current)
    const row = wanted && isInView(wanted) ? wanted : firstInView()
    const id = Number(row?.dataset['messageId'])
    const message = messages.get(id)
    if (!message || !row) return false
    if (row !== wanted) {
      feed.current.value = id
      row.focus({ preventScroll: true })
    }
    return act(message, row)
  })
}

/** Height of the part of a message below which it counts as out of view, in pixels: half a line. */
const leastSeen = 12

/** The first message that begins in view, or else the first one in view. */
function firstInView(): HTMLElement | undefined {
  const rows = document.querySelectorAll<HTMLElement>('[role="feed"] > [data-message-id]')
  const inView = [...rows].filter(isInView)
  const top = inView[0]?.closest('[role="feed"]')?.parentElement?.getBoundingClientRect().top ?? 0
  return inView.find((row) => row.getBoundingClientRect().top >= top) ?? inView[0]
}

/** Whether a part of a message's content is between the edges of the scrolling element around its feed. */
function isInView(row: HTMLElement): boolean {
  const view = row.closest('[role="feed"]')?.parentElement?.getBoundingClientRect()
  const { top, bottom } = (row.querySelector('[data-content]') ?? row).getBoundingClientRect()
  return view !== undefined && bottom > view.top + leastSeen && top < view.bottom - leastSeen
}
