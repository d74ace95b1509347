/** Desktop notifications. */
export const notifications = {
  inTopic: (sender: string, stream: string, topic: string) => `${sender} (${stream} › ${topic})`,
  newMessage: 'New message',
  turnOn: 'Turn on desktop notifications',
  on: 'Desktop notifications are on.',
  denied: 'Notifications are blocked. Allow them in your browser’s site settings.',
}
