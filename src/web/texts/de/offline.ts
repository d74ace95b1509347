import type * as en from '../en/offline'

/** Die Seite ohne Netz. */
export const offline: typeof en.offline = {
  stored: (time) => `Diese Seite zeigt die Nachrichten, die hier gespeichert wurden: ${time}.`,
}
