/** The status of the connection, in the header; and failed calls. */
export const connection = {
  offline: 'Offline',
  reconnecting: 'Reconnecting',
  noAnswer: 'The server does not answer.',
  /** The reason follows. */
  refusedSearch: 'This search cannot be run',
}

/** Shown instead of the app until the first state has loaded. */
export const start = {
  title: 'The server cannot be reached',
  explanation: 'This page keeps trying and loads as soon as the server answers.',
  tryNow: 'Try now',
}
