const encoder = new TextEncoder()

/** Size of a message's content in bytes, without trailing blanks, as the server measures it. */
export function sizeOf(content: string): number {
  return encoder.encode(content.trimEnd()).length
}
