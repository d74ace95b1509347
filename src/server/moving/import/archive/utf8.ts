/** Reason of a remark about a text whose invalid bytes become U+FFFD. */
export const invalidTextReason = 'Text that is not valid UTF-8'

/** Passes bytes on. @param tell called once if they are not valid UTF-8 */
export async function* checkingUtf8(
  bytes: AsyncIterable<Uint8Array>,
  tell: () => void,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isValid = true
  const check = (chunk: Uint8Array, isLast: boolean) => {
    if (!isValid) return
    try {
      decoder.decode(chunk, { stream: !isLast })
    } catch {
      isValid = false
      tell()
    }
  }
  for await (const chunk of bytes) {
    check(chunk, false)
    yield chunk
  }
  check(new Uint8Array(), true)
}
