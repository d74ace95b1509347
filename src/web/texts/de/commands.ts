/* Commands of the quick switcher. */

import type * as en from '../en'

export const commands: typeof en.commands = {
  theme: (name) => `Design: ${name}`,
  clock12: 'Uhr mit 12 Stunden verwenden',
  clock24: 'Uhr mit 24 Stunden verwenden',
  markRead: (stream) => `Stream als gelesen markieren: ${stream}`,
  notMarked: 'Der Stream konnte nicht als gelesen markiert werden.',
}
