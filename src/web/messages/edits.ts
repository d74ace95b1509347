import { call } from '../api/call'

/**
 * The SHA-256 of a text, in hex, by which the server sees that somebody else was faster; undefined where
 * the browser has no such function: on pages without https.
 */
export async function hashOf(text: string): Promise<string | undefined> {
  // TypeScript knows it as always there.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return undefined
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Gives a message another text.
 *
 * @param base the text that was edited
 * @throws RefusedError with code EXPECTATION_MISMATCH when the message says something else by now; else as `call`
 * Source: docs/protocol/messages.md#edit-mismatch.
 */
export async function saveEdit(messageId: number, content: string, base: string): Promise<void> {
  await call('PATCH', `/messages/${messageId}`, {
    content,
    prev_content_sha256: await hashOf(base),
  })
}
