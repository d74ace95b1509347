import type * as en from '../en/status-end'

export const statusEnd: typeof en.statusEnd = {
  label: 'Löschen nach',
  known: (time) => `Bis ${time}`,
  kinds: {
    never: 'Nicht löschen',
    halfHour: '30 Minuten',
    hour: '1 Stunde',
    today: 'Heute',
    week: 'Diese Woche',
  },
}
