/** The page behind the link that ends mails of a kind. */
export const unsubscribe = {
  title: {
    missed_messages: 'Stop e-mails about missed messages?',
    digest: 'Stop the weekly digest?',
    login: 'Stop e-mails about log-ins?',
  },
  hint: 'You can turn them on again in Settings, under Notifications.',
  stop: 'Stop these e-mails',
  done: {
    missed_messages: 'You get no more e-mails about missed messages',
    digest: 'You get no more digests',
    login: 'You get no more e-mails about log-ins',
  },
  doneHint: 'You can turn them on again in Settings, under Notifications.',
  lost: 'Open the link in a newer e-mail, or turn the e-mails off in Settings, under Notifications.',
}
