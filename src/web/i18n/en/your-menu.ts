/* The menu of the reader, and what it opens. */

export const yourMenu = {
  name: 'Your menu',
  setStatus: 'Set your status',
  invisible: 'Look offline to others',
  theme: 'Colours',
  themes: { automatic: 'As the device', light: 'Light', dark: 'Dark' },
  logOut: 'Log out',
  notSaved: 'That could not be saved.',
  notLoggedOut: 'You are still logged in.',
}

export const status = {
  title: 'Your status',
  text: 'What others see beside your name',
  placeholder: 'Say something short',
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
