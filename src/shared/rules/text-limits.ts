/**
 * Max lengths of the texts of messages: content in bytes of UTF-8 without trailing blanks, topics in
 * characters. Source: docs/protocol/limits.md#sizes.
 */
export const textLimits = { contentBytes: 10_000, topicCharacters: 60 } as const
