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
  /** Most messages and reminders that one user has scheduled. */
  scheduledMessages: 500,
  reminderNoteCharacters: 1_000,
  /** Most topics that one user has said what they want to see of. */
  topicVisibilities: 2_000,
  /** Most reactions of one user to one message. */
  reactions: 20,
  /** Folders of an organisation, archived ones included. */
  channelFolders: 200,
  channelFolderNameCharacters: 60,
  channelFolderDescriptionCharacters: 1_024,
  /** Groups of default streams of an organisation. */
  defaultStreamGroups: 100,
  defaultStreamGroupNameCharacters: 60,
  /** Most entries that one user keeps in their sidebar. */
  navigationViews: 200,
  navigationViewNameCharacters: 100,
  navigationViewFragmentCharacters: 1_000,
  userGroupNameCharacters: 100,
  userGroupDescriptionCharacters: 1_024,
  statusCharacters: 60,
  /** Keys and values of one bot. */
  botStorageBytes: 10_000_000,
  /** Length of keys, bounded by the index that they are part of. */
  botStorageKeyCharacters: 500,
  /** Profile fields of an organisation. */
  profileFields: 100,
  profileFieldNameCharacters: 40,
  profileFieldHintCharacters: 80,
  profileFieldChoices: 500,
  /** Most people that somebody names in a profile field. */
  profileFieldPeople: 500,
  linkifiers: 50,
  linkifierCharacters: 500,
  /** Size of avatars and emoji. */
  pictureMib: 5,
  /** Most people that one call invites. */
  invitees: 500,
  /** Links of an organisation with which people come in. */
  invitationLinks: 500,
  /** Domains of an organisation. */
  realmDomains: 500,
  /** Playgrounds of an organisation. */
  playgrounds: 200,
  playgroundNameCharacters: 60,
  /** Custom emoji of an organisation, deactivated ones included. */
  realmEmoji: 5_000,
  /** Most addressees of one private message. */
  privateRecipients: 500,
  /** Most pairs of a user and a stream in one call that subscribes or unsubscribes. */
  subscriptionsPerCall: 20_000,
} as const
