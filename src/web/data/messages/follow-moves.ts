import { wholeMoveOf } from './whole-move'
import { conversationOf, keyOfConversation, narrowTo } from '../narrow/narrow'
import type { ServerEvent } from '../records/state'
import type { Navigation } from '../navigation/navigation'

/** When the shown topic is moved as a whole, switches the view to its new name or stream. */
export function followMoves(
  events: readonly ServerEvent[],
  { route, replace }: Pick<Navigation, 'route' | 'replace'>,
): void {
  for (const event of events) {
    const here = route.peek()
    const conversation = here.view === 'narrow' ? conversationOf(here.narrow) : undefined
    const move = conversation && wholeMoveOf(event)
    if (!move || keyOfConversation(move.from) !== keyOfConversation(conversation)) continue
    replace({ view: 'narrow', narrow: narrowTo(move.to) })
  }
}
