/** Messages and their actions. */
export const message = {
  /** The accessible name of a message. */
  name: (sender: string, time: string) => `${sender}, ${time}`,
  bot: 'Bot',
  deactivated: 'deactivated',
  guest: '(guest)',
  edited: 'edited',
  moved: 'moved',
  starred: 'Starred',
  mention: 'Mentions you. ',
  sending: 'Sending',
  notSent: 'Not sent',
  retry: 'Try again',
  discard: 'Discard',
  hidden: 'Message from a muted person.',
  show: 'Show message',
}

export const messageActions = {
  toolbar: 'Actions',
  react: 'Add reaction',
  reply: 'Reply',
  edit: 'Edit message',
  more: 'More actions',
  quote: 'Quote and reply',
  move: 'Move message',
  star: 'Star',
  unstar: 'Remove star',
  unread: 'Mark as unread from here',
  resolve: 'Mark topic as resolved',
  unresolve: 'Mark topic as unresolved',
  copyLink: 'Copy link',
  source: 'View source',
  receipts: 'View read receipts',
  delete: 'Delete message',
  /** In a quote: Ada said: */
  said: 'said',
  linkCopied: 'Link copied.',
  history: 'View edit history',
}

export const reactions = {
  name: 'Reactions',
  you: 'You',
  somebody: 'Unknown user',
  /** The accessible name of a reaction. */
  of: (emoji: string, people: string) => `${emoji}: ${people}`,
  others: (count: number) => `${count} others`,
}

/** Errors of message actions; the reason is appended. */
export const messageFailures = {
  react: 'The reaction could not be changed.',
  needsHttps: 'Browsers allow this only for addresses that begin with https.',
  star: 'The star could not be changed.',
  quote: 'The message could not be quoted.',
  unread: 'The messages could not be marked as unread.',
  resolve: 'The topic could not be changed.',
  copyLink: 'The link could not be copied.',
}

/** Labels that the app adds to the content of messages. */
export const content = {
  code: (language: string) => (language === '' ? 'Code' : `Code, ${language}`),
  copyCode: 'Copy code',
  pictureMissing: 'Picture not available',
  tryIn: (name: string) => `Try in ${name}`,
  copied: 'Copied',
  spoiler: (words: string) => (words === '' ? 'Spoiler' : `Spoiler: ${words}`),
  table: 'Table',
}
