import type { State } from '../../../data/records/state'

/** An integration, as in the state. Source: docs/protocol/bots-of-level-371.md#realm-incoming-webhook-bots. */
export type Integration = State['realm_incoming_webhook_bots'][number]

export interface WebhookChoices {
  integration: string
  apiKey: string
  /** Undefined sends private messages to the owner. */
  streamId: number | undefined
  /** Empty for the integration's default. */
  topic: string
  /** Event types to ignore. */
  leftOut: readonly string[]
  /** Values of the integration's own options by name; empty values are omitted. */
  options: Readonly<Record<string, string>>
}

/**
 * The webhook address for another system.
 *
 * @param site of this server, such as `https://chat.example.com`
 * Source: docs/protocol/webhooks.md#call.
 */
export function webhookAddress(site: string, choices: WebhookChoices): string {
  const { integration, apiKey, streamId, topic, leftOut, options } = choices
  const words = new URLSearchParams({ api_key: apiKey })
  if (streamId !== undefined) {
    words.set('stream', String(streamId))
    if (topic.trim() !== '') words.set('topic', topic.trim())
  }
  if (leftOut.length > 0) words.set('exclude_events', JSON.stringify(leftOut))
  for (const [name, value] of Object.entries(options)) {
    if (value.trim() !== '') words.set(name, value.trim())
  }
  // Some senders do not decode a plus as a space.
  const query = words.toString().replaceAll('+', '%20')
  return `${site}/api/v1/external/${encodeURIComponent(integration)}?${query}`
}
