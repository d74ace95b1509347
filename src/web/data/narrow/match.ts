import { foldCase, isSameName } from '../../../shared/rules/letter-case'
import { hasWordNamed } from '../../../shared/rules/narrow-operators'
import { topicPolicies } from '../../../shared/rules/topic-policies'
import type { TopicPolicy } from '../../../shared/rules/topic-policies'
import { isResolvedTopic } from '../../../shared/rules/topics'
import { conversationOfMessage } from '../records/message'
import type { Message } from '../records/message'
import { findStream } from '../records/records'
import type { State } from '../records/state'
import type { Narrow, Term } from './narrow'

/** The fields of a message that narrows look at. */
export type Matchable = Pick<
  Message,
  | 'id'
  | 'type'
  | 'stream_id'
  | 'subject'
  | 'display_recipient'
  | 'sender_id'
  | 'sender_email'
  | 'flags'
  | 'reactions'
>

/**
 * Whether a message belongs to a narrow; undefined if only the server can tell, such as for a search.
 * Source: docs/protocol/history.md#operators.
 */
export function matches(
  narrow: Narrow,
  message: Matchable,
  state: Readonly<State>,
): boolean | undefined {
  if (narrow.length === 0) return isReceived(message, state) && !isMuted(message, state)
  if (!narrow.some(reachesFurther) && !isReceived(message, state)) return false
  let answer: boolean | undefined = true
  for (const term of narrow) {
    const found = matchesTerm(term, message, state)
    if (found === undefined) answer = undefined
    else if (found === (term.negated === true)) return false
  }
  return answer
}

/** Whether a term also finds messages that the reader never received. Source: docs/protocol/history.md#narrow-base. */
function reachesFurther({ operator, operand, negated }: Term): boolean {
  if (negated) return false
  if (operator === 'is') return ['starred', 'mentioned', 'alerted'].includes(String(operand))
  return operator === 'channel' || operator === 'channels' || operator === 'id'
}

function isReceived({ stream_id: id }: Matchable, { subscriptions }: Readonly<State>): boolean {
  return id === undefined || subscriptions.some(({ stream_id }) => stream_id === id)
}

function matchesTerm(
  { operator, operand }: Term,
  message: Matchable,
  state: Readonly<State>,
): boolean | undefined {
  switch (operator) {
    case 'channel':
      return message.stream_id === operand
    case 'channels': {
      const stream = findStream(state, message.stream_id)
      return operand === 'public' && stream !== undefined && !stream.invite_only
    }
    case 'topic':
      return message.type === 'stream' && isSameName(message.subject, String(operand).trim())
    case 'dm': {
      const conversation = conversationOfMessage(message, state.user_id)
      return conversation.kind === 'private' && String(conversation.userIds) === String(operand)
    }
    case 'dm-including': {
      const conversation = conversationOfMessage(message, state.user_id)
      if (conversation.kind !== 'private' || typeof operand !== 'object') return false
      return operand.every((id) => conversation.userIds.includes(id))
    }
    case 'sender':
      return message.sender_id === operand || message.sender_email === operand
    case 'id':
      return message.id === operand
    case 'is':
      return matchesWord(String(operand), message, state)
    case 'in':
      return operand === 'home' ? !isMuted(message, state) : true
    case 'has':
      return hasWordNamed(String(operand)) === 'reaction' ? message.reactions.length > 0 : undefined
    case 'before':
    case 'after':
    case 'mentions':
    case 'search':
      return undefined
  }
}

function matchesWord(
  word: string,
  message: Matchable,
  state: Readonly<State>,
): boolean | undefined {
  switch (word) {
    case 'dm':
      return message.type === 'private'
    case 'starred':
      return message.flags.includes('starred')
    case 'unread':
      return !message.flags.includes('read')
    case 'alerted':
      return message.flags.includes('has_alert_word')
    case 'mentioned':
      return message.flags.some((flag) => flag.endsWith('mentioned'))
    case 'resolved':
      return message.type === 'stream' && isResolvedTopic(message.subject)
    case 'followed':
      return visibilityOf(message, state) === topicPolicies.followed
    case 'muted':
      return isMuted(message, state)
    default:
      return undefined
  }
}

function visibilityOf({ stream_id: id, subject }: Matchable, state: Readonly<State>): TopicPolicy {
  if (id === undefined) return topicPolicies.none
  const topic = foldCase(subject)
  const chosen = state.user_topics.find(
    (entry) => entry.stream_id === id && foldCase(entry.topic_name) === topic,
  )
  return chosen?.visibility_policy ?? topicPolicies.none
}

/** Source: docs/protocol/history.md#muted-narrow. */
function isMuted(message: Matchable, state: Readonly<State>): boolean {
  const chosen = visibilityOf(message, state)
  if (chosen !== topicPolicies.none) return chosen === topicPolicies.muted
  const stream = state.subscriptions.find(({ stream_id }) => stream_id === message.stream_id)
  return stream?.is_muted === true
}
