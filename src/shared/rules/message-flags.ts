/** Flags of messages that users set themselves. Source: docs/protocol/history.md#change-flags. */
export const settableFlags = ['read', 'starred', 'collapsed'] as const
export type SettableFlag = (typeof settableFlags)[number]
