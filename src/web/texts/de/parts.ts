import type * as en from '../en'

/** Shared parts. */
export const dialog: typeof en.dialog = {
  close: 'Schließen',
  cancel: 'Abbrechen',
}

export const toast: typeof en.toast = {
  name: 'Hinweise',
  dismiss: 'Ausblenden',
}

export const presence: typeof en.presence = {
  active: 'aktiv',
  idle: 'abwesend',
  offline: 'offline',
}
