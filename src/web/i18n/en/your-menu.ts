/* The menu of the reader, and what it opens. */

export const yourMenu = {
  name: 'Your menu',
  setStatus: 'Set your status',
  invite: 'Invite people',
  invisible: 'Look offline to others',
  theme: 'Colours',
  themes: { automatic: 'As the device', light: 'Light', dark: 'Dark' },
  logOut: 'Log out',
  loseTitle: 'Log out, and lose what is not sent?',
  loseAction: 'Delete and log out',
  loseTexts: (count: number) =>
    count === 1
      ? 'One text that you wrote is in this browser only, and would be deleted.'
      : `${String(count)} texts that you wrote are in this browser only, and would be deleted.`,
  notSaved: 'That could not be saved.',
  notLoggedOut: 'You are still logged in.',
}

export const status = {
  title: 'Your status',
  text: 'What others see beside your name',
  placeholder: 'Say something short',
  emoji: (name?: string) => (name === undefined ? 'Choose an emoji' : `Emoji: ${name}`),
  save: 'Save',
  clear: 'Clear',
  suggestions: 'Suggestions',
  suggested: {
    busy: 'Busy',
    meeting: 'In a meeting',
    commuting: 'Commuting',
    sick: 'Out sick',
    vacation: 'On vacation',
    home: 'Working from home',
  },
}
