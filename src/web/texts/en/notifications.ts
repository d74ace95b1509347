/** Desktop notifications. */
export const notifications = {
  inTopic: (sender: string, stream: string, topic: string) => `${sender} (${stream} › ${topic})`,
  newMessage: 'New message',
  turnOn: 'Turn on desktop notifications',
  on: 'Desktop notifications are on.',
}
