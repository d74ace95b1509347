/*
 * The judgment of a mail server in front about the sender of a mail (RFC 8601). Source:
 * docs/protocol/mail-in.md#reply-trust.
 */

/** Max characters of the header that are read. */
const longest = 4_000

/**
 * Whether the mail server in front found that the sender is forged: DMARC failed, or without a result of DMARC, one of SPF and
 * DKIM failed and the other did not pass. False where that server says nothing.
 * @param header the first header `Authentication-Results`
 * @param server name under which the mail server in front judges; other judgments may be forged
 */
export function isForged(header: string | undefined, server: string): boolean {
  const [first = '', ...judgments] = withoutComments(header ?? '').split(';')
  const [name = ''] = first.trim().split(/\s+/)
  if (name.toLowerCase() !== server.toLowerCase()) return false
  const results = new Map<string, Set<string>>()
  for (const judgment of judgments) {
    const [, method = '', result = ''] = /^\s*([a-z0-9-]+)\s*=\s*([a-z]+)/i.exec(judgment) ?? []
    const known = results.get(method.toLowerCase()) ?? new Set<string>()
    results.set(method.toLowerCase(), known.add(result.toLowerCase()))
  }
  const says = (method: string, result: string) => results.get(method)?.has(result) === true
  if (results.has('dmarc')) return says('dmarc', 'fail')
  if (says('spf', 'pass') || says('dkim', 'pass')) return false
  return says('spf', 'fail') || says('dkim', 'fail')
}

/** The header without its comments, which may be nested, and without quoted texts: both may contain semicolons. */
function withoutComments(header: string): string {
  let depth = 0
  let isQuoted = false
  let text = ''
  for (const character of header.slice(0, longest)) {
    if (character === '"' && depth === 0) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '(') depth += 1
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) text += character
  }
  return text
}
