import type * as en from '../en'

/** The field for a new password, with its strength meter. */
export const passwordField: typeof en.passwordField = {
  show: 'Passwort anzeigen',
  strength: 'Stärke des Passworts',
  atLeast: (length) => `Mindestens ${length} Zeichen, die schwer zu erraten sind.`,
  is: {
    short: (length) => `Zu kurz: mindestens ${length} Zeichen.`,
    easy: 'Zu leicht zu erraten: Füge ein, zwei Wörter hinzu.',
    enough: 'Ausreichend. Ein längeres Passwort ist schwerer zu erraten.',
    fair: 'Gut: ziemlich schwer zu erraten.',
    hard: 'Gut: schwer zu erraten.',
    hardest: 'Gut: sehr schwer zu erraten.',
  },
}
