/* Exports and statistics. */

export const realmExports = {
  title: 'Exports',
  words: 'download data archive backup',
  about:
    'The organization as files: to move to another server, for programs, or to read. You will be notified when they are ready. At most five exports a week.',
  type: 'Contents',
  types: {
    public: 'Public data',
    full_with_consent: 'Public and consented private data',
  } as Readonly<Record<string, string>>,
  typeHint: 'People choose in their account settings whether their private data can be exported.',
  format: 'Format',
  formats: {
    zulip: 'Archive for another server',
    jsonl: 'JSON Lines for programs',
    html: 'Pages to read and search',
  },
  formatHint:
    'JSON Lines contain messages and the names of files; archives and pages contain the files as well.',
  request: 'Request export',
  none: 'No exports yet.',
  time: 'Requested',
  by: 'Requested by',
  state: 'File',
  name: (time: string) => `Export of ${time}`,
  pending: 'In progress',
  failed: 'Failed',
  deleted: 'Deleted',
  notDownloaded: 'The export could not be downloaded.',
  download: 'Download',
  downloadOf: (name: string) => `Download: ${name}`,
  deleteOf: (name: string) => `Delete: ${name}`,
  deleteTitle: 'Delete this export?',
  delete: 'Delete',
}

export const statistics = {
  title: 'Statistics',
  words: 'numbers messages activity charts analytics',
  span: 'Period',
  charts: {
    messages_sent_over_time: 'Messages',
    messages_sent_by_message_type: 'Messages by destination',
    messages_sent_by_client: 'Messages by client',
    number_of_humans: 'People',
  },
  labels: {
    human: 'By people',
    bot: 'By bots',
    _1day: 'Active in the last day',
    _15day: 'Active in the last 15 days',
    all_time: 'All accounts',
  } as Readonly<Record<string, string>>,
  nothing: 'No data for this period.',
  what: 'Category',
  who: 'People',
  messages: 'Messages',
  now: 'Now',
  share: 'Share',
  byDay: 'Daily figures',
  day: 'Day',
  number: 'Count',
}
