import type { Bot } from '../../../data/records/state'

/** Types of bots that users can create. Source: docs/protocol/bots.md#bot-types. */
export const botKinds = [1, 2, 3] as const
export const outgoingWebhook = 3
export const incomingWebhook = 2

/** Payload formats of outgoing webhooks. Source: docs/protocol/bots.md#call. */
export const interfaces = [1, 2] as const

/** The service of an outgoing webhook bot. */
export function serviceOf(bot: Bot): Bot['services'][number] | undefined {
  return bot.services[0]
}

/** Encodes a text argument as a JSON string. Source: docs/protocol/bots.md#create. */
export const quoted = (text: string) => JSON.stringify(text)
