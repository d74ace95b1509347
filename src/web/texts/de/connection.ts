import type * as en from '../en'

/** The status of the connection, in the header; and failed calls. */
export const connection: typeof en.connection = {
  offline: 'Offline',
  reconnecting: 'Verbinde neu',
  noAnswer: 'Der Server antwortet nicht.',
  refusedSearch: 'Diese Suche ist nicht möglich',
}

/** Shown instead of the app until the first state has loaded. */
export const start: typeof en.start = {
  title: 'Der Server ist nicht erreichbar',
  explanation: 'Diese Seite versucht es weiter und lädt, sobald der Server antwortet.',
  tryNow: 'Jetzt versuchen',
}
