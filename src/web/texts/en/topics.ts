/* The page of a stream's topics, and the deletion of a topic. */

export const topicList = {
  open: 'All topics',
  title: (stream: string) => `Topics of ${stream}`,
  filters: 'Filters',
  filter: 'Filter topics',
  order: 'Order',
  orders: { newest: 'Newest first', name: 'By name', unread: 'Unread first' },
  hideResolved: 'Hide resolved',
  messages: 'All messages',
  count: (count: number) => (count === 1 ? '1 topic' : `${count} topics`),
  loading: 'Loading topics',
  none: 'This stream has no topics yet.',
  noMatches: 'No matching topics',
  more: (count: number) => `Show more (${count})`,
  list: 'Topics',
  unread: (count: number) => `${count} unread`,
  muted: 'Muted',
  followed: 'Followed',
}

export const topicDeletion = {
  action: 'Delete topic',
  title: (topic: string) => `Delete the topic “${topic}”?`,
  /** @param count undefined if the number of messages is unknown */
  explanation: (count: number | undefined) =>
    count === undefined
      ? 'All its messages are deleted for everyone. This cannot be undone.'
      : count === 1
        ? 'Its message is deleted for everyone. This cannot be undone.'
        : `Its ${count} messages are deleted for everyone. This cannot be undone.`,
  deleted: (topic: string) => `The topic “${topic}” was deleted.`,
}
