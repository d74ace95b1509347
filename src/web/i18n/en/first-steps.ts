/* What owners are led through after the first start, and the tour of new people. */

export const firstSteps = {
  title: (name: string) => `Set up ${name}`,
  lead: 'Five things make this place yours. Do them in any order, now or later.',
  done: (done: number, all: number) => `${String(done)} of ${String(all)} done`,
  isDone: 'done',
  skip: 'Skip this',
  later: 'Later',
  goOn: 'Continue',
  finish: 'Close this list',
  allDone:
    'All of it is done. You find everything here again in the settings and in the organisation.',
  notSaved: 'That could not be noted.',

  you: 'Say who you are',
  fullName: 'Your name',
  fullNameHint: 'What others read beside what you write.',
  account: 'Your address and password are in the settings.',
  save: 'Save',

  name: 'Name your organisation',
  organisation: 'Name',
  organisationHint: 'It stands at the top of every page, and in invitations.',

  icon: 'Give it an icon',
  iconLabel: 'Icon of the organisation',

  people: 'Invite people',
  peopleHint:
    'Whoever has this link can make an account here: send it to those whom you want to have here.',
  makeLink: 'Make a link',
  link: 'Link to invite with',
  copyLink: 'Copy the link',
  morePeople: 'By address, with roles, and for how long: in the organisation',

  streams: 'Make streams',
  streamsHint:
    'A stream is for a team, a project or an interest; its messages are sorted by topic.',
  stream: 'Name of a stream',
  create: 'Create',
  there: 'There are already',
  moreStreams: 'Private ones, and who is in them: in the streams',

  welcome: (name: string) => `Welcome to ${name}`,
  offer: 'A minute to see where things are?',
  showAround: 'Show me around',
  noTour: 'No, thanks',
}

export const tour = {
  step: (step: number, all: number) => `${String(step)} of ${String(all)}`,
  back: 'Back',
  next: 'Next',
  end: 'That is all',
  leave: 'Leave the tour',
  conversations: 'Conversations',
  conversationsText:
    'All streams that you are in, with their topics, and your private conversations. A number says how much you have not read.',
  conversationsHidden:
    'This button shows all streams that you are in, with their topics, and your private conversations.',
  reading: 'Streams and topics',
  readingText:
    'Every message in a stream has a topic, so that several conversations go on side by side, and you read only what concerns you. In the inbox is what you have not read yet.',
  writing: 'Writing',
  writingText:
    'Write where you read, or begin a new topic. In private conversations nobody else reads what you write.',
  search: 'Finding',
  searchText: 'Messages, people and places, old or new. The key / leads here from anywhere.',
  menu: 'What is yours',
  menuText:
    'Settings, colours, your status, and this tour once more. The key ? shows all other keys.',
}
