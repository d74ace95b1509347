/** Messages, and what one does with them. */
export const message = {
  /** What a screen reader calls a message. */
  name: (sender: string, time: string) => `${sender}, ${time}`,
  bot: 'Bot',
  deactivated: 'deactivated',
  edited: 'edited',
  moved: 'moved',
  starred: 'Starred',
  sending: 'Sending',
  notSent: 'Not sent',
  retry: 'Try again',
  discard: 'Discard',
  hidden: 'A message of somebody you have muted.',
  show: 'Show it',
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
  linkCopied: 'The link is copied.',
  history: 'View edit history',
}

export const reactions = {
  name: 'Reactions',
  you: 'You',
  somebody: 'Somebody',
  /** What a screen reader says of a reaction. */
  of: (emoji: string, people: string) => `${emoji}: ${people}`,
  others: (count: number) => `${count} others`,
}

/** What could not be done; the reason follows. */
export const messageFailures = {
  react: 'The reaction could not be changed.',
  star: 'The star could not be changed.',
  quote: 'The message could not be quoted.',
  unread: 'The messages could not be marked as unread.',
  resolve: 'The topic could not be changed.',
  copyLink: 'The link could not be copied.',
}

/** What is in messages, beside what people wrote. */
export const content = {
  code: (language: string) => (language === '' ? 'Code' : `Code, ${language}`),
  copyCode: 'Copy code',
  tryIn: (name: string) => `Try in ${name}`,
  copied: 'Copied',
  spoiler: (words: string) => (words === '' ? 'Spoiler' : `Spoiler: ${words}`),
  table: 'Table',
}
