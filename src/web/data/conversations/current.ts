import { computed } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { conversationOf, keyOfConversation, keyOfNarrow, streamOf } from '../narrow/narrow'
import type { Navigation } from '../navigation/navigation'

/** Current location of the reader; rows of lists compare themselves with it to show that they are selected. */
export interface Current {
  /** Key of the conversation, else of the narrow, else the name of the view. */
  readonly key: ReadonlySignal<string>
  /** The stream of the current conversation or narrow, or of the list of its topics. */
  readonly streamId: ReadonlySignal<number | undefined>
}

export function createCurrent({ route }: Pick<Navigation, 'route'>): Current {
  return {
    key: computed(() => {
      const now = route.value
      if (now.view !== 'narrow') return now.view
      const conversation = conversationOf(now.narrow)
      return conversation ? keyOfConversation(conversation) : keyOfNarrow(now.narrow)
    }),
    streamId: computed(() => {
      const now = route.value
      if (now.view === 'topics') return Number.parseInt(now.path[0] ?? '')
      const stream = now.view === 'narrow' ? streamOf(now.narrow) : undefined
      return typeof stream === 'number' ? stream : undefined
    }),
  }
}
