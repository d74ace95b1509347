/** Marks the sessions that came by a passkey, which is always open; no provider can have the name. */
export const passkeySlug = '@passkey'
