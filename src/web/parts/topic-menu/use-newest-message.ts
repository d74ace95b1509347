import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import type { Message } from '../../data/records/message'
import { narrowTo } from '../../data/narrow/narrow'
import * as t from '../../texts/catalog'

/**
 * Runs an action on the newest message of a topic, whose permissions decide for the whole topic; failures are shown as
 * toasts.
 * @param isAllowed refuses the action for that message
 */
export type WithNewest = (
  act: (message: Message) => void,
  isAllowed: (message: Message) => boolean,
) => Promise<void>

/** Actions on a whole topic, which the server takes for one of its messages. */
export function useNewestMessage(streamId: number, topic: string): WithNewest {
  const { messages, toasts } = useApp()
  const narrow = narrowTo({ kind: 'topic', streamId, topic })
  return async (act, isAllowed) => {
    try {
      const answer = await call('GET /messages', {
        narrow,
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
      })
      const newest = answer.messages.at(-1)
      if (!newest) return toasts.fail(t.topicMenu.empty)
      if (!isAllowed(newest)) return toasts.fail(t.topicMenu.notAllowed)
      messages.put([newest])
      act(newest)
    } catch (error) {
      toasts.fail(t.topicMenu.failed, error)
    }
  }
}
