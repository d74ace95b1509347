/* Imports from other servers. */

const number = new Intl.NumberFormat('en')

export const realmImports = {
  title: 'Import',
  words: 'moving in migrate archive upload Zulip Slack Mattermost Rocket.Chat Discord',
  about:
    'Bring people, messages and files from Zulip, Slack, Mattermost, Rocket.Chat or Discord. A trial run first shows the outcome; nothing changes until you start.',
  notPossible: 'The operator of this server does not allow imports here.',
  from: 'Archive',
  upload: 'Upload a file',
  onServer: 'A file on the server',
  file: 'File',
  fileHint: (mib: number) =>
    `The archive as its server made it; at most ${number.format(mib)} MiB.`,
  path: 'Path',
  pathHint: 'In the folder that the operator of the server allows.',
  people: 'Addresses of people (optional)',
  peopleHint: 'A CSV file. Each line: an id, a name or an old address, and the address here.',
  tooLarge: 'This file is too large.',
  check: 'Check archive',
  states: {
    uploading: 'Uploading',
    checking: 'Trial run',
    checked: 'Ready to start',
    importing: 'Importing',
    done: 'Imported',
    failed: 'Failed',
    cancelled: 'Canceled',
  },
  cancelling: 'Stopping…',
  unfinishedUpload: 'This page does not upload the file. Cancel, and choose it again.',
  waits: 'This server process does not have the file. Only one that has it can go on.',
  read: (read: number, total: number | null) =>
    total === null
      ? `${number.format(read)} records read`
      : `${number.format(read)} of ${number.format(total)} records`,
  rate: (perSecond: number) => `${number.format(Math.round(perSecond))} per second`,
  left: (seconds: number) =>
    seconds < 60 ? 'less than a minute left' : `about ${minutes(seconds)} left`,
  checkedNote: 'Nothing is imported yet. People keep working meanwhile; imported streams are new.',
  start: 'Start import',
  goOn: 'Go on',
  cancel: 'Cancel import',
  cancelTitle: 'Cancel this import?',
  cancelNote: 'Imported records stay. Importing the same archive again continues from there.',
  report: 'Report',
  kind: 'Records',
  inArchive: 'In the archive',
  isNew: 'New',
  known: 'Already here',
  remarks: 'Skipped or changed',
  remark: (reason: string, count: number) => `${reason} (${number.format(count)})`,
  download: 'Download report',
  downloadOf: (name: string) => `Download report: ${name}`,
  earlier: 'Earlier imports',
  time: 'Requested',
  state: 'State',
  kinds: {
    realm: 'Organization',
    emoji: 'Custom emoji',
    user: 'People and bots',
    group: 'User groups',
    folder: 'Folders',
    stream: 'Streams',
    subscription: 'Subscriptions',
    file: 'Files',
    message: 'Messages',
    reaction: 'Reactions',
    star: 'Stars',
    'read-position': 'Read positions',
    'topic-policy': 'Followed and muted topics',
    'profile-field': 'Profile fields',
    'profile-value': 'Values of profile fields',
    snippet: 'Snippets',
    scheduled: 'Scheduled messages',
    draft: 'Drafts',
    address: 'Old addresses',
  } as Readonly<Record<string, string>>,
}

function minutes(seconds: number): string {
  const count = Math.round(seconds / 60)
  if (count < 90) return count === 1 ? '1 minute' : `${count} minutes`
  return `${String(Math.round(count / 60))} hours`
}
