/** Shared parts. */
export const dialog = {
  close: 'Close',
  cancel: 'Cancel',
}

export const toast = {
  name: 'Notices',
  dismiss: 'Dismiss',
}

export const presence = {
  active: 'active',
  idle: 'idle',
  offline: 'offline',
}
