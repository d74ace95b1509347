import { useComputed, useSignalEffect } from '@preact/signals'
import type { ReadonlySignal, Signal } from '@preact/signals'
import { useApp } from '../../context/app'
import type { SwitcherEntry } from '../../data/switcher/rank'
import { nextStreams } from '../../data/switcher/streams-to-ask'

/** Time without a key press after which topics are asked for, in milliseconds. */
const pauseMs = 150

interface Typed {
  text: ReadonlySignal<string>
  /** Whether the list already has good matches. */
  hasEnough: ReadonlySignal<boolean>
  conversations: ReadonlySignal<readonly SwitcherEntry[]>
}

/**
 * Adds streams to `asked` while the reader types, a few at a time, and more of them once their topics have arrived. Another
 * text restarts the pause, and the end of the switcher cancels it.
 *
 * @returns whether topics are still expected
 */
export function useStreamsToAsk(
  asked: Signal<readonly number[]>,
  { text, hasEnough, conversations }: Typed,
): ReadonlySignal<boolean> {
  const { store, topics } = useApp()
  const isWaiting = useComputed(() => asked.value.some((id) => topics.of(id).value === undefined))

  useSignalEffect(() => {
    const typed = text.value
    const enough = hasEnough.value
    if (typed.trim() === '' || isWaiting.value) return undefined
    const timer = setTimeout(() => {
      const next = nextStreams(typed, {
        subscriptions: store.state.subscriptions,
        recent: streamsOf(conversations.peek()),
        asked: asked.peek(),
        hasEnough: enough,
      })
      if (next.length > 0) asked.value = [...asked.peek(), ...next]
    }, pauseMs)
    return () => clearTimeout(timer)
  })
  return isWaiting
}

/** Ids of the streams of conversations, those with the newest messages first. */
function streamsOf(conversations: readonly SwitcherEntry[]): number[] {
  const ids = conversations
    .toSorted((a, b) => b.newestId - a.newestId)
    .flatMap(({ destination }) =>
      destination.kind === 'conversation' && destination.conversation.kind === 'topic'
        ? [destination.conversation.streamId]
        : [],
    )
  return [...new Set(ids)]
}
