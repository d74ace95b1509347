import { conversationOfMessage } from '../messages/message'
import type { Message } from '../messages/message'
import type { State } from '../store/state'
import type { Narrow, Term } from './narrow'

/**
 * Whether a message belongs to a narrow, as far as the app can tell by itself; what only the server
 * can tell, such as a search, it answers with no.
 */
export function mayMatch(narrow: Narrow, message: Message, state: Readonly<State>): boolean {
  return narrow.every((term) => matchesTerm(term, message, state) !== (term.negated === true))
}

function matchesTerm(
  { operator, operand }: Term,
  message: Message,
  state: Readonly<State>,
): boolean {
  switch (operator) {
    case 'channel':
      return message.stream_id === Number(operand)
    case 'topic':
      return (
        message.type === 'stream' && message.subject.toLowerCase() === String(operand).toLowerCase()
      )
    case 'dm': {
      const conversation = conversationOfMessage(message, state.user_id)
      return conversation.kind === 'private' && String(conversation.userIds) === String(operand)
    }
    case 'sender':
      return message.sender_id === operand || message.sender_email === operand
    case 'id':
      return message.id === operand
    case 'dm-including':
    case 'is':
    case 'has':
    case 'near':
    case 'with':
    case 'search':
      return false
  }
}
