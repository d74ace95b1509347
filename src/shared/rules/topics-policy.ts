/*
 * Topics that a stream takes, for the server and the web app.
 * Source: docs/protocol/messages.md#topics-policy.
 */

/** Policies of an organization; the first is the default. */
export const realmTopicsPolicies = ['disable_empty_topic', 'allow_empty_topic'] as const
export type RealmTopicsPolicy = (typeof realmTopicsPolicies)[number]

/** Policies of a stream; the first is the default and means that of the organization. */
export const streamTopicsPolicies = ['inherit', ...realmTopicsPolicies, 'empty_topic_only'] as const
export type StreamTopicsPolicy = (typeof streamTopicsPolicies)[number]

/** The policy of a stream whose own may be that of the organization. */
export function topicsPolicyOf(
  ofStream: StreamTopicsPolicy,
  ofRealm: RealmTopicsPolicy,
): Exclude<StreamTopicsPolicy, 'inherit'> {
  return ofStream === 'inherit' ? ofRealm : ofStream
}

/** Reason why a stream does not take messages of a topic; undefined if it does. */
export function topicRefusal(
  policy: Exclude<StreamTopicsPolicy, 'inherit'>,
  topic: string,
): 'empty' | 'named' | undefined {
  if (topic === '') return policy === 'disable_empty_topic' ? 'empty' : undefined
  return policy === 'empty_topic_only' ? 'named' : undefined
}
