import type { Static, TSchema } from '@sinclair/typebox'
import { UnsupportedEventError } from '../payload/errors'
import type { WebhookMessage, WebhookRequest } from '../declare/integration'
import { payloadChecker } from '../payload/schema'

/** Makes the message for an event type from an unchecked payload. */
export type EventFormatter = (payload: unknown, request: WebhookRequest) => WebhookMessage | null

/** An event type with its own payload schema, which is checked before `format` is called. */
export function gitEvent<Payload extends TSchema>(
  payload: Payload,
  format: (payload: Static<Payload>, request: WebhookRequest) => WebhookMessage | null,
): EventFormatter {
  const check = payloadChecker(payload)
  return (unchecked, request) => format(check(unchecked), request)
}

const sayNothing = () => null

/** Event types or actions that are supported without a message. */
export function silent(names: readonly string[]): [string, () => null][] {
  return names.map((name) => [name, sayNothing])
}

/** The event types that become messages. */
export function namesOfHeard(table: ReadonlyMap<string, unknown>): string[] {
  return [...table].filter(([, make]) => make !== sayNothing).map(([name]) => name)
}

/**
 * The formatter of an event type, or the phrase maker of an action.
 *
 * @param eventType event type for the error message, with the action if `key` is an action
 * @throws UnsupportedEventError for a key that is not in the table
 */
export function getFormatter<Formatter>(
  table: ReadonlyMap<string, Formatter>,
  key: string,
  webhookName: string,
  eventType = key,
): Formatter {
  const formatter = table.get(key)
  if (!formatter) throw new UnsupportedEventError(webhookName, eventType)
  return formatter
}
