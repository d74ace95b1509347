import type * as en from '../en'

/** Shared parts of dialogs. */
export const dialog: typeof en.dialog = {
  close: 'Schließen',
  cancel: 'Abbrechen',
}

export const toast: typeof en.toast = {
  name: 'Hinweise',
  dismiss: 'Ausblenden',
}
