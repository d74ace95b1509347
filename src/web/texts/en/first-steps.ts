/* The setup steps of the first owner, and the tour for new people. */

export const firstSteps = {
  title: (name: string) => `Set up ${name}`,
  lead: 'Five steps to get started. Do them in any order, now or later.',
  progress: (done: number, all: number, skipped: number) =>
    `${done} of ${all} done${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  isDone: 'done',
  isSkipped: 'skipped',
  skip: 'Skip this',
  later: 'Later',
  goOn: 'Continue',
  finish: 'Close this list',
  end: 'That was it. You can change all of this later in Settings and Organization.',
  notSaved: 'This could not be saved.',

  you: 'Your name',
  fullName: 'Full name',
  fullNameHint: 'Shown next to your messages.',
  account: 'You can change your email address and password in Settings.',
  save: 'Save',

  name: 'Name your organization',
  organization: 'Name',
  organizationHint: 'Shown at the top of every page and in invitations.',

  icon: 'Add an icon',
  iconLabel: 'Organization icon',

  people: 'Invite people',
  peopleHint:
    'Anyone with this link can create an account. Share it only with the people you want here.',
  addresses: 'Email addresses',
  addressesHint: 'One per line, or separated by commas.',
  sendMail: 'Invite by email',
  orLink: 'Or share a link:',
  makeLink: 'Create link',
  link: 'Invitation link',
  copyLink: 'Copy link',
  morePeople: 'More invitation options',

  streams: 'Create streams',
  streamsHint:
    'A stream is for a team, a project or an interest. Its messages are sorted by topic.',
  stream: 'Stream name',
  create: 'Create',
  there: 'Existing streams:',
  moreStreams: 'Private streams and more options',

  welcome: (name: string) => `Welcome to ${name}`,
  offer: 'Want a one-minute tour?',
  showAround: 'Take the tour',
  noTour: 'No, thanks',
}

export const tour = {
  step: (step: number, all: number) => `${step} of ${all}`,
  back: 'Back',
  next: 'Next',
  end: 'Finish',
  leave: 'Leave the tour',
  conversations: 'Conversations',
  conversationsText:
    'Your streams with their topics, and your private messages. The numbers count unread messages.',
  conversationsHidden:
    'This button shows your streams with their topics, and your private messages.',
  reading: 'Streams and topics',
  readingText:
    'Every message in a stream has a topic, so you can read only what concerns you. The inbox shows what you have not read yet.',
  writing: 'Writing',
  writingText:
    'Reply in the open conversation, or start a new topic. Only its participants can read a private conversation.',
  search: 'Search',
  searchText: 'Find messages, people and streams. Press / to search from anywhere.',
  menu: 'Your menu',
  menuText: 'Settings, theme, your status, and this tour. Press ? to see all keyboard shortcuts.',
}
