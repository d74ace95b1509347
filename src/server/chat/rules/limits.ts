import { textLimits } from '../../../shared/rules/text-limits'

/**
 * Limits of user input. Characters are Unicode code points.
 * Source: docs/protocol/limits.md#sizes.
 */
export const sizeLimits = {
  ...textLimits,
  streamNameCharacters: 60,
  streamDescriptionCharacters: 1_024,
  realmDescriptionCharacters: 1_000,
  clientNameCharacters: 30,
  emailCharacters: 254,
  alertWordCharacters: 100,
  /** Max alert words of a user. */
  alertWords: 200,
  /** Max alert words of an organization, and their total length. */
  alertWordsOfRealm: 50_000,
  alertWordCharactersOfRealm: 500_000,
  /** Max length of a text in a widget. */
  widgetTextCharacters: 1_000,
  /** Total size of the submessages of a widget. */
  submessageBytes: 1_000_000,
  savedSnippetTitleCharacters: 60,
  /** Max saved snippets of a user. */
  savedSnippets: 200,
  /** Max devices of a user for push notifications. */
  pushDevices: 20,
  pushEndpointCharacters: 1_000,
  /** Max drafts of a user. */
  drafts: 200,
  /** Max scheduled messages and reminders of a user. */
  scheduledMessages: 500,
  /** Max HTML of a user's scheduled messages and reminders together: all of it is in one answer. */
  scheduledHtmlBytes: 16_777_216,
  reminderNoteCharacters: 1_000,
  /** Max topics with a visibility set by a user. */
  topicVisibilities: 2_000,
  /** Max reactions of a user to a message. */
  reactions: 20,
  /** Max folders of an organization, archived ones included. */
  channelFolders: 200,
  channelFolderNameCharacters: 60,
  channelFolderDescriptionCharacters: 1_024,
  /** Max groups of default streams of an organization. */
  defaultStreamGroups: 100,
  defaultStreamGroupNameCharacters: 60,
  /** Max navigation views of a user. */
  navigationViews: 200,
  navigationViewNameCharacters: 100,
  navigationViewFragmentCharacters: 1_000,
  userGroupNameCharacters: 100,
  userGroupDescriptionCharacters: 1_024,
  statusCharacters: 60,
  /** Total size of the keys and values of a bot. */
  botStorageBytes: 10_000_000,
  /** Max length of a key, bounded by the database index. */
  botStorageKeyCharacters: 500,
  /** Max profile fields of an organization. */
  profileFields: 100,
  profileFieldNameCharacters: 40,
  profileFieldHintCharacters: 80,
  profileFieldChoices: 500,
  /** Max users in the value of a profile field. */
  profileFieldPeople: 500,
  linkifiers: 50,
  linkifierCharacters: 500,
  /** Max size of avatars and emoji. */
  pictureMib: 5,
  /** Max addresses invited by one call. */
  invitees: 500,
  /** Max invitation links of an organization. */
  invitationLinks: 500,
  /** Max email domains of an organization. */
  realmDomains: 500,
  /** Max playgrounds of an organization. */
  playgrounds: 200,
  playgroundNameCharacters: 60,
  /** Max custom emoji of an organization, deactivated ones included. */
  realmEmoji: 5_000,
  /** Max people whose settings one call changes. */
  settingTargets: 500,
  /** Max addressees of a private message. */
  privateRecipients: 500,
  /** People subscribed by one call to whom Notification Bot still writes. */
  newSubscriptionMessages: 100,
  newStreamsPerCall: 100,
  /** Max pairs of user and stream in one call that subscribes or unsubscribes. */
  subscriptionsPerCall: 20_000,
} as const
