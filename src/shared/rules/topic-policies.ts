/** How a topic is shown to a user; `none` leaves that to its stream. Source: docs/protocol/settings.md#topic-visibility. */
export const topicPolicies = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const

export type TopicPolicy = (typeof topicPolicies)[keyof typeof topicPolicies]
