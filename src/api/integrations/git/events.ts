import type { Static, TSchema } from '@sinclair/typebox'
import { UnsupportedEventError } from '../errors'
import type { WebhookMessage, WebhookRequest } from '../integration'
import { payloadChecker } from '../payload/schema'

/** The message for one kind of event, whose payload nobody has looked at yet. */
export type EventFormatter = (payload: unknown, request: WebhookRequest) => WebhookMessage | null

/** A kind of event with a payload of its own shape; checked before `format` sees it. */
export function gitEvent<Payload extends TSchema>(
  payload: Payload,
  format: (payload: Static<Payload>, request: WebhookRequest) => WebhookMessage | null,
): EventFormatter {
  const check = payloadChecker(payload)
  return (unchecked, request) => format(check(unchecked), request)
}

const sayNothing = () => null

/** Kinds or actions that are known, and worth no message. */
export function silent(names: readonly string[]): [string, () => null][] {
  return names.map((name) => [name, sayNothing])
}

/** The kinds that may become messages. */
export function namesOfHeard(table: ReadonlyMap<string, unknown>): string[] {
  return [...table].filter(([, make]) => make !== sayNothing).map(([name]) => name)
}

/**
 * The function that makes the message of one kind of event, or the phrase of one action.
 *
 * @param eventType name of the event as a refusal tells it, with its action if that is the key
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
