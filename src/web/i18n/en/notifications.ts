/** Notices outside of the page. */
export const notifications = {
  inTopic: (sender: string, stream: string, topic: string) => `${sender} (${stream} › ${topic})`,
  newMessage: 'New message',
  turnOn: 'Turn on desktop notifications',
  on: 'You will be told of messages while you look elsewhere.',
  denied: 'The browser does not allow it. Its settings for this page can change that.',
}
