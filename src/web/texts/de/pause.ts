/* The pause of notifications. */

import type * as en from '../en'

export const pause: typeof en.pause = {
  title: 'Benachrichtigungen anhalten',
  lengths: { halfHour: 'Für 30 Minuten', hour: 'Für eine Stunde', morning: 'Bis morgen früh' },
  commands: {
    halfHour: 'Benachrichtigungen für 30 Minuten anhalten',
    hour: 'Benachrichtigungen für eine Stunde anhalten',
    morning: 'Benachrichtigungen bis morgen früh anhalten',
  },
  resume: 'Benachrichtigungen wieder einschalten',
  until: (time) => `Benachrichtigungen ruhen bis ${time}.`,
  over: 'Benachrichtigungen sind wieder an.',
}
