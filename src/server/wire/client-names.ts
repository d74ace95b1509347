/**
 * Client name of all calls by a session, whatever they claim: the web app.
 * Source: docs/protocol/requests.md#client-name.
 */
export const nameOfWebsite = 'website'
