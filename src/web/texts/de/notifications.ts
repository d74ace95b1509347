import type * as en from '../en'

/** Desktop notifications. */
export const notifications: typeof en.notifications = {
  inTopic: (sender, stream, topic) => `${sender} (${stream} › ${topic})`,
  newMessage: 'Neue Nachricht',
  turnOn: 'Desktop-Benachrichtigungen einschalten',
  on: 'Desktop-Benachrichtigungen sind eingeschaltet.',
}
