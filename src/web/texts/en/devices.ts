/** Devices that get push notifications. */
export const devices = {
  title: 'Devices',
  words: 'push notifications phone mobile iphone android unifiedpush ntfy topic badge home screen',
  about:
    'Devices get notifications of messages that you miss, also while Parley is closed. The section Notifications chooses the messages.',
  turnOn: 'Turn on for this browser',
  isOn: 'This browser is on.',
  onNow: 'This browser gets notifications now.',
  homeScreen:
    'On an iPhone or iPad, add Parley to the home screen first (Share, then Add to Home Screen), and open it from there.',
  unsupported: 'This browser does not support push notifications.',
  notSubscribed: 'The browser could not subscribe to its push service.',
  list: 'Devices with notifications',
  none: 'No devices yet.',
  name: 'Device',
  service: 'Push service',
  lastSuccess: 'Last notification',
  never: 'None yet',
  failed: (error: string) => `Failed: ${error}`,
  thisOne: 'this one',
  topicOf: (host: string) => `Topic at ${host}`,
  test: 'Test',
  testOf: (device: string) => `Test ${device}`,
  testSent: 'A test notification is on its way.',
  remove: 'Remove',
  removeOf: (device: string) => `Remove ${device}`,
  notChanged: 'That did not work.',
  topic: 'Topic of ntfy',
  topicAbout:
    'An app such as ntfy shows what arrives at its topic. Texts go there unencrypted, so choose a name that nobody can guess.',
  address: 'Address of the topic',
  token: 'Access token (optional)',
  addTopic: 'Add topic',
}

/** Times without notifications. */
export const quietTimes = {
  title: 'Do not disturb',
  about:
    'No window, sound or notification on devices at these times. One notification afterwards says how many messages came. Emails are sent as usual.',
  now: 'Do not disturb me',
  off: 'Off',
  until: (time: string) => `Until ${time}`,
  hours: (count: number) => (count === 1 ? 'For 1 hour' : `For ${count} hours`),
  schedule: 'Quiet times',
  none: 'No quiet times.',
  days: 'Days',
  time: 'Time',
  presets: { all: 'Every day', work: 'Monday to Friday', weekend: 'Saturday and Sunday' },
  day: (day: number) => ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][day - 1] ?? '',
  from: 'From',
  to: 'To',
  add: 'Add quiet time',
  remove: (period: string) => `Remove ${period}`,
}
