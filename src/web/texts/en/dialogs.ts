/** Shared parts of dialogs. */
export const dialog = {
  close: 'Close',
  cancel: 'Cancel',
}

export const toast = {
  name: 'Notices',
  dismiss: 'Dismiss',
}
