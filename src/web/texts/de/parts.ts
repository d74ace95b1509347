import type * as en from '../en'

export const presence: typeof en.presence = {
  active: 'Aktiv',
  idle: 'Abwesend',
  offline: 'Offline',
}
