/** The card that tells why the connection is lost. */
export const connectionCard = {
  noNetwork: 'This device has no network.',
  keepsTrying: 'This page keeps trying. Your text is kept.',
  trying: 'Trying again …',
}
