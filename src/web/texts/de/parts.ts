import type * as en from '../en'

export const presence: typeof en.presence = {
  active: 'aktiv',
  idle: 'abwesend',
  offline: 'offline',
}
