/** Max bytes of the head of a mail that are looked at. */
const longestHead = 65_536

/** The first value of each header of a mail, by its name in lower case, undecoded. */
export function headersOfRaw(raw: Buffer): Map<string, string> {
  const text = raw.subarray(0, longestHead).toString('latin1')
  const headers = new Map<string, string>()
  let name: string | undefined
  for (const line of text.split(/\r?\n/)) {
    if (line === '') break
    if (/^[ \t]/.test(line)) {
      if (name !== undefined) headers.set(name, `${headers.get(name) ?? ''} ${line.trim()}`)
      continue
    }
    const colon = line.indexOf(':')
    const found = colon < 1 ? undefined : line.slice(0, colon).trim().toLowerCase()
    // The first of several counts, with its folded lines.
    name = found === undefined || headers.has(found) ? undefined : found
    if (name !== undefined) headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

/** Headers that name a recipient, the surest first. */
const recipientHeaders = [
  ...['x-gm-original-to', 'delivered-to', 'envelope-to', 'x-original-to'],
  ...['resent-to', 'resent-cc', 'to', 'cc'],
]

/**
 * Addresses of a mail without an envelope, the surest first.
 * Source: docs/protocol/mail-in.md#recipients.
 */
export function recipientsOfRaw(raw: Buffer): string[] {
  const headers = headersOfRaw(raw)
  return recipientHeaders.flatMap((name) =>
    (headers.get(name) ?? '').split(/[\s,;<>"()]+/).filter((word) => word.includes('@')),
  )
}
