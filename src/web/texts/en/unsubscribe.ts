/** The page behind the link that ends mails about missed messages. */
export const unsubscribe = {
  title: 'Stop e-mails about missed messages?',
  hint: 'You can turn them on again in Settings, under Notifications.',
  stop: 'Stop these e-mails',
  done: 'You get no more e-mails about missed messages',
  doneHint: 'You can turn them on again in Settings, under Notifications.',
  lost: 'Open the link in a newer e-mail, or turn the e-mails off in Settings, under Notifications.',
}
