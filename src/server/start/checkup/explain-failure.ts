/** Causes of failed connections, by the text of the error, with their remedies. The first match counts. */
const remedies: readonly (readonly [cause: RegExp, remedy: string])[] = [
  [
    /wrong version number|packet length too long/i,
    'The port does not begin with TLS: use the address without the s (smtp:, imap:, redis:, http:), or the port for TLS.',
  ],
  [/certificate|self.signed|altnames/i, 'The certificate is not trusted, or is of another name.'],
  [/ENOTFOUND|EAI_AGAIN/, 'There is no host of this name, or the name service does not answer.'],
  [/ECONNREFUSED/, 'No program listens at this address and port.'],
  [
    /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|does not answer|never received|timed? ?out/i,
    'A firewall may drop the connection, or the service hangs.',
  ],
  [/invalid greeting/i, 'Another service answers at this port.'],
  [
    /\b535\b|invalid login|WRONGPASS|NOAUTH|password authentication failed|AUTHENTICATIONFAILED/i,
    'The user or the password is wrong.',
  ],
]

/** The reason of a failure, in one line without a point at its end. */
export function reasonOf(error: unknown): string {
  // A host with several addresses fails once for each of them.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  const text = error instanceof Error ? error.message : String(error)
  const line = (text || String((error as { code?: unknown }).code)).replace(/\s+/g, ' ')
  // OpenSSL begins with numbers, and ends with a place in its sources.
  const [, reason = line] = /SSL routines:[^:]*:([^:]+):/.exec(line) ?? []
  const own = reason.trim().replace(/\.$/, '')
  return error instanceof Error && error.cause ? `${own}: ${reasonOf(error.cause)}` : own
}

/** The remedy of a known cause; undefined for others. @param reason from {@link reasonOf} */
export function remedyOf(reason: string): string | undefined {
  return remedies.find(([cause]) => cause.test(reason))?.[1]
}
