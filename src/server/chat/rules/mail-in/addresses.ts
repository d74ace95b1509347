/*
 * Addresses at which mail comes in. A pattern such as `%s@chat.example.com` gives all of them; its `%s` becomes the local
 * part of the stream, the reply or the bounce. Source: docs/protocol/mail-in.md#addresses.
 */

/** Options in the address of a stream. Source: docs/protocol/mail-in.md#options. */
interface MailOptions {
  showSender: boolean
  includeFooter: boolean
  includeQuotes: boolean
  prefersHtml: boolean
  /** The text is shown as it is, in a block of code. */
  asCode: boolean
  /** Mentions notify, whoever sent the mail. */
  mentions: boolean
}

/** The destination that an address names. */
export type MailTarget =
  | { kind: 'stream'; token: string; options: MailOptions }
  | { kind: 'reply'; token: string }
  | { kind: 'bounce'; realmId: number; mailId: number; signature: string }

/** Options that addresses of streams are made with. `prefer-text`, the default, is read besides. */
export const mailOptionNames = [
  'show-sender',
  'include-footer',
  'include-quotes',
  'prefer-html',
  'as-code',
  'mentions',
] as const
export type MailOptionName = (typeof mailOptionNames)[number]

const optionNames: ReadonlySet<string> = new Set([...mailOptionNames, 'prefer-text'])
const streamToken = /^[0-9a-f]{32}$/
const replyToken = /^mm[0-9a-f]{32}$/
const slugLength = 30
/** Max characters of a local part. Source: RFC 5321, 4.5.3.1.1. */
const longestLocalPart = 64
const longestAddress = 320

/** The address that a pattern gives for a local part. */
export function addressIn(pattern: string, local: string): string {
  return pattern.replace('%s', () => local)
}

export function domainOfPattern(pattern: string): string {
  return pattern.slice(pattern.lastIndexOf('@') + 1).toLowerCase()
}

/** The local part of a stream: its slug, which nobody reads back, its token, and options. */
export function streamLocalPart(
  streamName: string,
  token: string,
  options: readonly MailOptionName[] = [],
): string {
  const ending = [token, ...new Set(options)].join('.')
  const slug = slugOf(streamName).slice(0, Math.max(longestLocalPart - ending.length - 1, 0))
  return slug === '' || optionNames.has(slug) ? ending : `${slug.replace(/-$/, '')}.${ending}`
}

/** The name of a stream in ASCII; empty if nothing readable is left. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  if (/[^\p{ASCII}]/u.test(plain.replace(/[^\p{L}\p{N}]/gu, ''))) return ''
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, slugLength)
    .replace(/-$/, '')
}

/** The local part to which mail servers report that a mail was not delivered. */
export function bounceLocalPart(realmId: number, mailId: number, signature: string): string {
  return `bounce.${realmId}.${mailId}.${signature}`
}

/** Reads an address; undefined if the pattern does not give it. */
export function readAddress(pattern: string, address: string): MailTarget | undefined {
  const local = address.length > longestAddress ? undefined : localPartIn(pattern, address)
  if (local === undefined) return undefined
  if (replyToken.test(local)) return { kind: 'reply', token: local }
  const parts = local.split(/[.+]/)
  if (parts[0] === 'bounce') return readBounce(parts)
  const given = new Set(parts.filter((part) => optionNames.has(part)))
  const [first = '', second, ...others] = parts.filter((part) => !optionNames.has(part))
  const token = second ?? first
  if (others.length > 0 || !streamToken.test(token)) return undefined
  // Before the token, these words are the slug of a stream with such a name.
  const after = new Set(parts.slice(parts.indexOf(token) + 1))
  const options = {
    showSender: given.has('show-sender'),
    includeFooter: given.has('include-footer'),
    includeQuotes: given.has('include-quotes'),
    prefersHtml: given.has('prefer-html') && !given.has('prefer-text'),
    asCode: after.has('as-code'),
    mentions: after.has('mentions'),
  }
  return { kind: 'stream', token, options }
}

function localPartIn(pattern: string, address: string): string | undefined {
  const [before = '', after = ''] = pattern.toLowerCase().split('%s')
  const text = address.trim().toLowerCase()
  const isLongEnough = text.length > before.length + after.length
  if (!isLongEnough || !text.startsWith(before) || !text.endsWith(after)) return undefined
  return text.slice(before.length, text.length - after.length)
}

function readBounce(parts: readonly string[]): MailTarget | undefined {
  const [, realmId = '', mailId = '', signature = ''] = parts
  const isId = (text: string) => /^\d{1,15}$/.test(text)
  if (parts.length !== 4 || !isId(realmId) || !isId(mailId)) return undefined
  return { kind: 'bounce', realmId: Number(realmId), mailId: Number(mailId), signature }
}
