/**
 * The program that calls by a session, whatever it says: the web app.
 * Source: docs/protocol/requests.md#client-name.
 */
export const nameOfWebsite = 'website'
