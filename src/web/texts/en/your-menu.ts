/* The reader's own menu, and the dialogs that it opens. */

export const yourMenu = {
  name: 'Your menu',
  setStatus: 'Set your status',
  changeStatus: 'Change your status',
  clearStatus: 'Clear your status',
  invite: 'Invite people',
  invisible: 'Appear offline',
  theme: 'Theme',
  themes: { automatic: 'System', light: 'Light', dark: 'Dark' },
  logOut: 'Log out',
  loseTitle: 'Log out and lose unsent messages?',
  loseAction: 'Delete and log out',
  loseTexts: (count: number) =>
    count === 1
      ? 'One unsent message is only in this browser and will be deleted.'
      : `${count} unsent messages are only in this browser and will be deleted.`,
  notSaved: 'This could not be saved.',
  notLoggedOut: 'You are still logged in.',
}

export const status = {
  title: 'Your status',
  text: 'Shown next to your name',
  placeholder: 'What is your status?',
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
