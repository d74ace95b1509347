/* What is said where there are no messages. */
export const nothing = {
  unknownStream: 'This stream does not exist or is private.',
  unknownStreamHint: 'It may have been renamed or deleted, or you were not invited to it.',
  feed: 'There are no messages in your streams yet.',
  search: 'No messages were found.',
  mentions: 'Nobody has mentioned you yet.',
  mentionsHint: 'Messages with @ and your name are collected here.',
  starred: 'You have not starred a message yet.',
  starredHint: 'Messages that you want to find again are collected here: star them.',
  topic: (topic: string) => `${topic} begins here`,
  topicHint: (stream: string) =>
    `What is written here belongs to this topic of #${stream}. Write the first message below.`,
  stream: (stream: string) => `Nothing in #${stream} yet`,
  streamHint:
    'Messages here are sorted by topic, so that several conversations go on side by side. Begin the first topic below.',
  streamReadOnly: 'What is written here shows up as soon as somebody writes.',
  privately: (names: string) => `You and ${names}`,
  privatelyHint: 'Nobody else reads what you write to each other here. Say hello below.',
  notes: 'Notes to yourself',
  notesHint: 'Nobody else reads what you write here: keep drafts, links and lists.',
}
