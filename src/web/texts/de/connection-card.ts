import type * as en from '../en'

/** The card that tells why the connection is lost. */
export const connectionCard: typeof en.connectionCard = {
  noNetwork: 'Dieses Gerät hat kein Netz.',
  keepsTrying: 'Diese Seite versucht es weiter. Deine Texte bleiben erhalten.',
  trying: 'Neuer Versuch …',
}
