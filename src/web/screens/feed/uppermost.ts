import { signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { keyOfConversation } from '../../narrow/narrow'
import type { Conversation } from '../../narrow/narrow'
import { pace } from '../../pace'

/** The conversation that is named above the rows. */
export interface Uppermost {
  readonly conversation: ReadonlySignal<Conversation | undefined>
  /** @param found that of the uppermost row; undefined where it names its own */
  name(found: Conversation | undefined): void
  stop(): void
}

/** Other names come so often at most: each is drawn, and nobody reads those that pass by faster. */
const pauseMs = 100

export function createUppermost(): Uppermost {
  const conversation = signal<Conversation | undefined>(undefined)
  let told: Conversation | undefined
  const naming = pace(pauseMs, (found: Conversation | undefined) => (conversation.value = found))
  return {
    conversation,
    name(found) {
      if (keyOf(found) === keyOf(told)) return
      told = found
      naming.tell(found)
    },
    stop: naming.stop,
  }
}

const keyOf = (conversation: Conversation | undefined) =>
  conversation && keyOfConversation(conversation)
