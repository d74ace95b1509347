import { call } from '../api/call'

/**
 * SHA-256 of a text in hex, by which the server detects concurrent edits; undefined on pages without https,
 * in which browsers provide no such function.
 */
async function hashOf(text: string): Promise<string | undefined> {
  // TypeScript declares it as always present.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return undefined
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Replaces the text of a message.
 *
 * @param base text of the message when editing began
 * @throws RefusedError with code EXPECTATION_MISMATCH if the message has changed since; else as `call`
 * Source: docs/protocol/messages.md#edit-mismatch.
 */
export async function saveEdit(messageId: number, content: string, base: string): Promise<void> {
  await call('PATCH /messages/{message_id}', {
    message_id: messageId,
    content,
    prev_content_sha256: await hashOf(base),
  })
}
