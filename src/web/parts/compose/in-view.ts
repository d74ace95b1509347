import type { Navigation } from '../../data/navigation/navigation'
import type { Conversation } from '../../data/records/conversation'
import { shows } from '../../data/send/shows'

/** Whether the narrow on screen shows the messages of a conversation. */
export function isInView({ route }: Navigation, conversation: Conversation): boolean {
  const here = route.peek()
  return here.view === 'narrow' && shows(here.narrow, conversation)
}
