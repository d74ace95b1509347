/** Writing: the message being written, what is on its way, drafts. */

import { once } from '../once'

const sizes = once(() => new Intl.NumberFormat('en', { maximumFractionDigits: 0 }))
const names = once(() => new Intl.ListFormat('en', { type: 'conjunction' }))
const oneOf = once(() => new Intl.ListFormat('en', { type: 'disjunction' }))

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
  peoplePlaceholder: 'Names',
  send: 'Send',
  preview: 'Preview',
  write: 'Go on writing',
  attach: 'Attach files',
  emoji: 'Add emoji',
  snippets: 'Insert a snippet',
  manageSnippets: 'Your snippets',
  bold: 'Bold',
  italic: 'Italic',
  link: 'Link',
  code: 'Code',
  quote: 'Quote',
  list: 'List',
  numberedList: 'Numbered list',
  formatting: 'Formatting',
  close: 'Close, and keep as a draft',
  discard: 'Delete',
  newTopic: 'New topic',
  newTopicIn: (stream: string) => `New topic in #${stream}`,
  newPrivate: 'New private message',
  reply: 'Reply',
  removePerson: (name: string) => `Remove ${name}`,
  rendering: 'Rendering…',
  nothingToPreview: 'There is nothing to preview yet.',

  elsewhere: (place: string) => `You are writing to ${place}.`,
  writeHere: 'Write here instead',
  sentTo: (place: string) => `Sent to ${place}.`,
  notSentTo: (place: string) => `Your message to ${place} was not sent.`,
  goThere: 'Go there',
  noteToSelf: 'yourself',

  emptyMessage: 'Write something first.',
  missingStream: 'Choose a stream first.',
  missingTopic: 'Say first what it is about: the topic.',
  missingPeople: 'Say first who it is for.',
  uploading: 'Files are still being uploaded.',
  bytesLeft: (bytes: number) => `${counted(bytes, 'byte')} left`,
  tooLong: (bytes: number) => `Too long by ${counted(bytes, 'byte')}. Send it in parts.`,
  topicTooLong: (count: number) => `The topic is too long by ${counted(count, 'character')}.`,

  notSubscribedPeople: (people: readonly string[], stream: string) =>
    `${names().format(people)} ${people.length === 1 ? 'is' : 'are'} not subscribed to #${stream}, and will not see this.`,
  wildcard: (count: number, stream: string) =>
    `All ${sizes().format(count)} people in #${stream} will be notified.`,
  resolvedTopic: 'This topic is resolved.',

  unknownStream: 'This stream is gone, or you have no access to it.',
  notSubscribed: 'Only subscribers may write here.',
  onlyAdmins: 'Only administrators may write here.',
  onlyModerators: 'Only moderators and administrators may write here.',
  onlyFullMembers: 'New members may not write here yet.',
  privateMessagesOff: 'Private messages are switched off in this organisation.',
  deactivated: 'This account is deactivated: nobody would read it.',

  tooOld: 'It has been waiting for long. Send it now?',
  fileTooLarge: (bytes: number) =>
    `It is larger than the ${sizes().format(bytes / 2 ** 20)} MiB that are allowed.`,
  uploadProgress: (name: string) => `Uploading ${name}`,
  uploadFailed: (name: string, reason: string) => `${name} was not uploaded. ${reason}`,
  cancelUpload: (name: string) => `Cancel ${name}`,
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
  count: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
  everybody: (name: string) => `Notifies everybody in the ${name === 'topic' ? 'topic' : 'stream'}`,
  group: 'Group',
  bot: 'Bot',
  newTopic: 'New topic',
  commands: { me: 'Say what you do', poll: 'Ask for votes', todo: 'Make a list of tasks' },
  notFound: (what: string) => `Nothing is called “${what}”`,
  choose: (what: readonly string[]) => oneOf().format(what),
}

export const drafts = {
  restore: 'Go on writing',
  remove: 'Delete draft',
  none: 'No drafts.',
  noneHint: 'What you begin to write and do not send is kept here.',
  noDestination: 'No destination yet',
  deleted: 'Draft deleted.',
  undo: 'Undo',
}
