/** The page behind the link that ends mails of a kind. */
export const unsubscribe = {
  title: {
    missed_messages: 'Stop emails about missed messages?',
    digest: 'Stop the weekly digest?',
    login: 'Stop emails about log-ins?',
  },
  hint: 'You can turn them on again in Settings, under Notifications.',
  stop: 'Stop these emails',
  done: {
    missed_messages: 'You get no more emails about missed messages',
    digest: 'You get no more digests',
    login: 'You get no more emails about log-ins',
  },
  doneHint: 'You can turn them on again in Settings, under Notifications.',
  lost: 'Open the link in a newer email, or turn the emails off in Settings, under Notifications.',
}
