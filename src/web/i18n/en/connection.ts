/** Whether the app is up to date. */
export const connection = {
  offline: 'Offline',
  reconnecting: 'Reconnecting',
}
