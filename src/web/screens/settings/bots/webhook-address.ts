/** An integration, as the state tells it. Source: docs/protocol/bots-of-level-371.md#realm-incoming-webhook-bots. */
export interface Integration {
  name: string
  display_name: string
  /** Null: it tells no kinds of events apart. */
  all_event_types: readonly string[] | null
  url_options: readonly { name: string; label: string; validator: string }[]
}

export interface WebhookChoices {
  integration: string
  apiKey: string
  /** Undefined: a private message to the owner. */
  streamId: number | undefined
  /** Empty: the integration's own. */
  topic: string
  /** Kinds of events that become no messages. */
  leftOut: readonly string[]
  /** Values of the integration's own options by their names; empty ones are not said. */
  options: Readonly<Record<string, string>>
}

/**
 * The address that another system is given.
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
  // Some senders do not take a plus for a space.
  const query = words.toString().replaceAll('+', '%20')
  return `${site}/api/v1/external/${encodeURIComponent(integration)}?${query}`
}
