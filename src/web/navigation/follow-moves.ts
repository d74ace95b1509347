import { wholeMoveOf } from '../messages/whole-move'
import { conversationOf, keyOfConversation, narrowTo } from '../narrow/narrow'
import type { ServerEvent } from '../store/state'
import type { Navigation } from './navigation'

/** Where all of a topic has moved, whoever reads it goes along. */
export function followMoves(
  events: readonly ServerEvent[],
  { place, replace }: Pick<Navigation, 'place' | 'replace'>,
): void {
  for (const event of events) {
    const here = place.peek()
    const conversation = here.view === 'narrow' ? conversationOf(here.narrow) : undefined
    const move = conversation && wholeMoveOf(event)
    if (!move || keyOfConversation(move.from) !== keyOfConversation(conversation)) continue
    replace({ view: 'narrow', narrow: narrowTo(move.to) })
  }
}
