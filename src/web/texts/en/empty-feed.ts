/* Empty states of feeds. */
export const nothing = {
  unknownStream: 'This stream does not exist or is private.',
  unknownStreamHint: 'It may have been renamed or deleted, or you were not invited to it.',
  feed: 'No messages in your streams yet.',
  search: 'No messages found.',
  mentions: 'No mentions yet.',
  mentionsHint: 'Messages that mention you appear here.',
  starred: 'No starred messages yet.',
  starredHint: 'Star messages that you want to find again.',
  topic: (topic: string) => `${topic} begins here`,
  topicHint: (stream: string) =>
    `This is a new topic in #${stream}. Write the first message below.`,
  stream: (stream: string) => `No messages in #${stream} yet`,
  streamHint:
    'Messages in a stream are sorted by topic, so several conversations can run side by side. Start the first topic below.',
  streamReadOnly: 'New messages will appear here.',
  privately: (names: string) => `You and ${names}`,
  privatelyHint: 'Only the people in this conversation can read it. Say hello below.',
  notes: 'Notes to yourself',
  notesHint: 'Only you can read this. Keep drafts, links and lists here.',
}
