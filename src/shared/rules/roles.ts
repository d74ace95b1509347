/*
 * Roles of accounts and types of bots, by their numbers in the protocol.
 */

export const roles = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const
export type Role = (typeof roles)[keyof typeof roles]

export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const
export type BotType = (typeof botTypes)[keyof typeof botTypes]
