import type { AppContext } from '../../../context'
import { deadCredential, hasExpired } from '../../rules/authentication'
import type { Requester } from '../../rules/authentication'
import { seesSecrets } from '../../rules/key-scopes'

/*
 * Events that a named key may not see, or not any more. The queues of an account are common to all its keys, so this is decided
 * when events are answered. Source: docs/protocol/api-keys.md#events.
 */

type Event = Readonly<Record<string, unknown>>

/**
 * The events for an answer, as JSON text of an array: for named keys without the scope `administration` without the keys of
 * bots, which could do more.
 *
 * @throws AuthenticationError if the key of the requester has expired meanwhile
 */
export function eventsFor(
  ctx: Pick<AppContext, 'clock'>,
  requester: Requester,
  json: string,
): string {
  if (requester.namedKey === undefined) return json
  if (hasExpired(ctx, requester)) throw deadCredential(requester)
  if (seesSecrets(requester) || !json.includes('"realm_bot"')) return json
  return JSON.stringify((JSON.parse(json) as Event[]).map(withoutSecretsOfBot))
}

function withoutSecretsOfBot(event: Event): Event {
  if (event['type'] !== 'realm_bot') return event
  const { id, ...facts } = event
  const { api_key: _key, ...bot } = (facts['bot'] ?? {}) as Event
  const { services } = bot
  const shown = Array.isArray(services)
    ? { ...bot, services: services.map(({ token: _token, ...service }: Event) => service) }
    : bot
  // Readers of streams expect the id at the end.
  return { ...facts, bot: shown, id }
}
