import type { MessageEvent, RealmEvent, NarrowTerm } from '../wire/events'
import { flagsOf, isMessageEvent } from '../wire/renderings'
import type { Dispatch, Registration } from './queues'

/** The part of a dispatch that decides who receives it. */
export type Matched = Pick<Dispatch, 'event' | 'overlay' | 'condition' | 'isPublicStreamMessage'>

/**
 * Whether an event belongs into a queue.
 *
 * @param isSelected the queue's owner is in the audience of the event
 * Source: protocol notes 4.7, 4.8, 4.9.
 */
export function receives(
  registration: Registration,
  dispatch: Matched,
  isSelected: boolean,
): boolean {
  const { event, condition } = dispatch
  if (condition) {
    const declared = registration.capabilities?.includes(condition.capability) ?? false
    if (declared !== condition.isDeclared) return false
  }
  if (!isWantedType(registration, event.type)) return false
  if (!isSelected && !(dispatch.isPublicStreamMessage && registration.receivesPublicStreams)) {
    return false
  }
  if (!isMessageEvent(event)) return true
  if (isOwnMirror(registration, event)) return false
  if (registration.narrow.length === 0) return true

  const flags = flagsFor(dispatch, registration.userId, isSelected) ?? []
  return registration.narrow.every((term) => holds(term, event, flags) !== term.negated)
}

/** Some events repeat what others say: only those who name them get them. */
function isWantedType({ eventTypes }: Registration, type: RealmEvent['type']): boolean {
  return eventTypes ? eventTypes.includes(type) : type !== 'muted_topics'
}

/** Flags that the event carries for a user: an onlooker, who is no recipient, has none. */
export function flagsFor(
  { event, overlay }: Pick<Matched, 'event' | 'overlay'>,
  userId: number,
  isSelected: boolean,
): readonly string[] | undefined {
  return flagsOf(event, isSelected ? overlay : {}, userId)
}

/** A bridge to another chat system must not be told what it has just brought from there. */
function isOwnMirror(registration: Registration, { message }: MessageEvent): boolean {
  return message.client.includes('mirror') && sameText(message.client, registration.clientName)
}

function holds(
  { operator, operand }: NarrowTerm,
  { message }: MessageEvent,
  flags: readonly string[],
): boolean {
  switch (operator) {
    case 'stream':
      if (message.type !== 'stream') return false
      return typeof operand === 'number'
        ? message.stream_id === operand
        : sameText(message.display_recipient as string, operand)
    case 'topic':
      return message.type === 'stream' && sameText(message.subject, String(operand))
    case 'sender':
      return typeof operand === 'number'
        ? message.sender_id === operand
        : sameText(message.sender_email, operand)
    case 'is':
      return holdsIs(String(operand), message.type, flags)
  }
}

function holdsIs(
  operand: string,
  messageType: MessageEvent['message']['type'],
  flags: readonly string[],
): boolean {
  switch (operand) {
    case 'private':
    case 'dm':
      return messageType === 'private'
    case 'starred':
      return flags.includes('starred')
    case 'unread':
      return !flags.includes('read')
    // `alerted` asks for a mention as well and knows nothing of alert words, as in the protocol.
    case 'mentioned':
    case 'alerted':
      return flags.includes('mentioned')
    default:
      return true
  }
}

function sameText(left: string, right: string): boolean {
  return left === right || left.toLowerCase() === right.toLowerCase()
}
