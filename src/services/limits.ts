/**
 * Sizes of what users write. Characters are Unicode code points.
 * Source: docs/protocol/limits.md#sizes.
 */
export const sizeLimits = {
  contentBytes: 10_000,
  topicCharacters: 60,
  streamNameCharacters: 60,
  streamDescriptionCharacters: 1_024,
  realmDescriptionCharacters: 1_000,
  clientNameCharacters: 30,
  emailCharacters: 254,
  alertWordCharacters: 100,
  /** Most alert words of one user. */
  alertWords: 200,
  /** Longest text in a widget. */
  widgetTextCharacters: 1_000,
  /** Size of everything that was done in one widget. */
  submessageBytes: 1_000_000,
  savedSnippetTitleCharacters: 60,
  /** Most saved snippets of one user. */
  savedSnippets: 200,
  /** Most drafts of one user. */
  drafts: 200,
  /** Most topics that one user has said what they want to see of. */
  topicVisibilities: 2_000,
  /** Most reactions of one user to one message. */
  reactions: 20,
  userGroupNameCharacters: 100,
  userGroupDescriptionCharacters: 1_024,
  statusCharacters: 60,
  /** Keys and values of one bot. */
  botStorageBytes: 10_000_000,
  /** Length of keys, bounded by the index that they are part of. */
  botStorageKeyCharacters: 500,
  linkifiers: 50,
  linkifierCharacters: 500,
  /** Size of avatars and emoji. */
  pictureMib: 5,
  /** Custom emoji of an organisation, deactivated ones included. */
  realmEmoji: 5_000,
  /** Most addressees of one private message. */
  privateRecipients: 500,
  /** Most pairs of a user and a stream in one call that subscribes or unsubscribes. */
  subscriptionsPerCall: 20_000,
} as const
