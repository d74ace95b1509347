/* What there is, and how much of it. */

export const realmExports = {
  title: 'Exports',
  words: 'download data archive backup',
  about:
    'An archive of the organisation, which other servers can take in. Who asks is written to when it is there. Five in a week at most.',
  type: 'What is in it',
  types: {
    1: 'What is public',
    2: 'And what is private of those who consented',
  } as Readonly<Record<number, string>>,
  typeHint: 'People say in their account settings whether their private data may be exported.',
  request: 'Ask for an export',
  none: 'No export was asked for yet.',
  time: 'Asked for',
  by: 'By',
  state: 'File',
  name: (time: string) => `Export of ${time}`,
  pending: 'Being made',
  failed: 'Failed',
  deleted: 'Deleted',
  download: 'Download',
  downloadOf: (name: string) => `Download: ${name}`,
  deleteOf: (name: string) => `Delete: ${name}`,
  deleteTitle: 'Delete this export?',
  delete: 'Delete',
}

export const statistics = {
  title: 'Statistics',
  words: 'numbers messages activity charts analytics',
  span: 'The last',
  charts: {
    messages_sent_over_time: 'Messages',
    messages_sent_by_message_type: 'Where messages were written',
    messages_sent_by_client: 'With what messages were written',
    number_of_humans: 'People',
  },
  labels: {
    human: 'By people',
    bot: 'By bots',
    _1day: 'Active in a day',
    _15day: 'Active in 15 days',
    all_time: 'With an account',
  } as Readonly<Record<string, string>>,
  nothing: 'Nothing in this time.',
  what: 'What',
  who: 'Who',
  messages: 'Messages',
  now: 'Now',
  share: 'Compared',
  byDay: 'Numbers of each day',
  day: 'Day',
  number: 'Number',
}
