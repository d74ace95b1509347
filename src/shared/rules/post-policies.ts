/**
 * The permission to send to a stream, in the form of older clients.
 * Source: docs/protocol/channel-settings.md#post-policy.
 */
export const postPolicies = {
  everyone: 1,
  administrators: 2,
  fullMembers: 3,
  moderators: 4,
} as const

export type PostPolicy = (typeof postPolicies)[keyof typeof postPolicies]
