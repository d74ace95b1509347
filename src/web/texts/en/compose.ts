/** The compose box, unsent messages and drafts. */

import { once } from '../../lib/once'

const sizes = once(() => new Intl.NumberFormat('en', { maximumFractionDigits: 0 }))
const names = once(() => new Intl.ListFormat('en', { type: 'conjunction' }))

const counted = (count: number, thing: string) =>
  `${sizes().format(count)} ${thing}${count === 1 ? '' : 's'}`

export const compose = {
  name: 'Compose',
  stream: 'Stream',
  topic: 'Topic',
  people: 'To',
  message: 'Message',
  messagePlaceholder: 'Write a message',
  messageTo: (place: string) => `Write to ${place}`,
  topicPlaceholder: 'What is it about?',
  streamPlaceholder: 'Choose a stream',
  peoplePlaceholder: 'Add people',
  toPeople: 'Write to people instead',
  toStream: 'Write to a stream instead',
  send: 'Send',
  preview: 'Preview',
  write: 'Edit',
  attach: 'Attach files',
  emoji: 'Add emoji',
  snippets: 'Insert a snippet',
  manageSnippets: 'Manage snippets',
  bold: 'Bold',
  italic: 'Italic',
  link: 'Link',
  code: 'Code',
  quote: 'Quote',
  list: 'List',
  numberedList: 'Numbered list',
  formatting: 'Formatting',
  close: 'Close and save draft',
  newTopic: 'New topic',
  newTopicIn: (stream: string) => `New topic in #${stream}`,
  newPrivate: 'New private message',
  removePerson: (name: string) => `Remove ${name}`,
  rendering: 'Rendering…',
  nothingToPreview: 'Nothing to preview yet.',

  elsewhere: (place: string) => `You are writing to ${place}.`,
  nowhereYet: 'Your message has no recipient yet.',
  writeHere: 'Write here instead',
  sentTo: (place: string) => `Sent to ${place}.`,
  notSentTo: (place: string) => `Your message to ${place} was not sent.`,
  goThere: 'Go to conversation',
  noteToSelf: 'yourself',

  emptyMessage: 'Write a message first.',
  missingStream: 'Choose a stream.',
  missingTopic: 'Enter a topic.',
  emptyTopicRefused: 'Messages in this stream need a topic.',
  namedTopicRefused: 'This stream takes messages in “general chat” only. Leave the topic empty.',
  newTopicRefused: 'You cannot begin topics in this stream. Choose a topic that exists.',
  missingPeople: 'Choose a recipient.',
  uploading: 'Files are still uploading.',
  tooLong: (bytes: number) => `${counted(bytes, 'byte')} too long. Split it into several messages.`,
  topicTooLong: (count: number) => `The topic is ${counted(count, 'character')} too long.`,

  notSubscribedPeople: (people: readonly string[], stream: string) =>
    `${names().format(people)} ${people.length === 1 ? 'is' : 'are'} not subscribed to #${stream} and will not see this.`,
  wildcard: (count: number, stream: string) =>
    `All ${sizes().format(count)} people in #${stream} will be notified.`,
  resolvedTopic: 'This topic is resolved.',
  reopenTopic: 'Unresolve',
  guests: (people: readonly string[]) =>
    people.length === 1
      ? `${people[0]} is a guest of this organization.`
      : `${names().format(people)} are guests of this organization.`,

  unknownStream: 'This stream does not exist, or you have no access to it.',
  archivedTitle: 'Archived stream',
  archived: 'This stream is archived and takes no more messages.',
  notSubscribed: 'Only subscribers can post here.',
  onlyAdmins: 'Only administrators can post here.',
  onlyModerators: 'Only moderators and administrators can post here.',
  onlyFullMembers: 'New members cannot post here yet.',
  notAllowed: 'You do not have permission to post here.',
  nobodyAuthorizes: 'No member of this conversation may use private messages.',
  privateMessagesOff: 'Private messages are turned off in this organization.',
  deactivated: 'This account is deactivated and cannot receive messages.',

  tooOld: 'This message has been waiting a long time. Send it now?',
  fileTooLarge: (bytes: number) =>
    `The maximum file size is ${sizes().format(bytes / 2 ** 20)} MiB.`,
  uploadProgress: (name: string) => `Uploading ${name}`,
  uploadFailed: (name: string, reason: string) => `${name} was not uploaded. ${reason}`,
  cancelUpload: (name: string) => `Cancel upload of ${name}`,
  retryUpload: 'Try again',
  dismiss: 'Dismiss',
  dropHere: 'Drop files to attach them',

  typingOne: (name: string) => `${name} is typing…`,
  typingSome: (people: readonly string[]) => `${names().format(people)} are typing…`,
  typingMany: 'Several people are typing…',

  linkText: 'text',
  edit: 'Edit',
  waiting: 'Waiting for the connection',
}

export const typeahead = {
  suggestions: 'Suggestions',
  everybody: (name: string) => `Notifies everyone in the ${name === 'topic' ? 'topic' : 'stream'}`,
  group: 'Group',
  bot: 'Bot',
  commands: { me: 'Describe an action', poll: 'Create a poll', todo: 'Create a to-do list' },
}

export const drafts = {
  restore: 'Resume',
  remove: 'Delete draft',
  none: 'No drafts.',
  noneHint: 'Messages that you start but do not send are saved here.',
  noDestination: 'No recipient yet',
  deleted: 'Draft deleted.',
  undo: 'Undo',
}

/** The notice in a stream that the reader has not joined. */
export const notJoined = {
  title: 'You are not in this stream.',
  effect: 'Its new messages do not appear in your Inbox.',
  join: 'Join',
  failed: (stream: string) => `You could not join ${stream}.`,
}
