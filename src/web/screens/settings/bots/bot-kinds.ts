import type { Bot } from '../../../store/state'

/** Kinds of bots that can be made. Source: docs/protocol/bots.md#bot-types. */
export const botKinds = [1, 2, 3] as const
export const outgoingWebhook = 3
export const incomingWebhook = 2

/** What an outgoing webhook is called with. Source: docs/protocol/bots.md#call. */
export const interfaces = [1, 2] as const

/** The service of a bot that is an outgoing webhook. */
export function serviceOf(bot: Bot): { base_url: string; interface: number } | undefined {
  const [service] = bot['services'] as { base_url: string; interface: number }[]
  return service
}

/** A text as arguments want it that are in JSON quotes. Source: docs/protocol/bots.md#create. */
export const quoted = (text: string) => JSON.stringify(text)
