/** Whether the app is up to date. */
export const connection = {
  offline: 'Offline',
  reconnecting: 'Reconnecting',
}

/** In place of the app, while there is nothing to show. */
export const start = {
  title: 'The server cannot be reached',
  explanation: 'This page tries again by itself, and goes on as soon as there is an answer.',
  tryNow: 'Try now',
}
