/*
 * Mails that do not say in which charset their letters are. Source: docs/protocol/mail-in.md#charsets.
 */

/**
 * Whether a mail is one text whose bytes are the letters, without a charset for them: programs send such mails.
 * @param headers by their names in lower case
 */
export function lacksCharset(headers: ReadonlyMap<string, string>): boolean {
  const type = headers.get('content-type') ?? 'text/plain'
  const encoding = (headers.get('content-transfer-encoding') ?? '8bit').trim()
  const [, charset = 'us-ascii'] =
    /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type.slice(0, 1_000)) ?? []
  return (
    /^text\//i.test(type.trim()) && /^(?:7bit|8bit)$/i.test(encoding) && /^us-ascii$/i.test(charset)
  )
}

/** Whether bytes are UTF-8. */
export async function isUtf8(pieces: AsyncIterable<Buffer>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of pieces) decoder.decode(piece, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** Letters of windows-1252 from 0x80 on, where ISO-8859-1 has none. Some versions of Node's TextDecoder leave them out. */
const letters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Bytes of windows-1252 as UTF-8. */
export function fromWindows1252(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  return Buffer.from(
    text.replace(/[\x80-\x9f]/g, (sign) => letters[sign.charCodeAt(0) - 0x80] ?? ''),
  )
}
