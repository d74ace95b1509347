const endOfHeader = Buffer.from('\r\n\r\n')
const lengthNames = ['Content-Length: ', 'content-length: '].map((name) => Buffer.from(name))
const statusOffset = 'HTTP/1.1 '.length
const zero = 48

/**
 * Reads the answers of one HTTP/1.1 connection with one request in flight at a time. Supports only the
 * answers of the servers under test, to cost far less than these do.
 */
export class ResponseParser {
  /** The received part of an answer; copied, because read buffers are reused. */
  private begun: Buffer | undefined

  /** @param onResponse gets the status and the body, which is only valid during the call */
  constructor(private readonly onResponse: (status: number, body: Buffer) => void) {}

  /**
   * @param chunk may be overwritten afterwards
   * @throws for an answer without Content-Length, or more than one answer
   */
  push(chunk: Buffer): void {
    const bytes = this.begun ? Buffer.concat([this.begun, chunk]) : chunk
    const headerEnd = bytes.indexOf(endOfHeader)
    const bodyStart = headerEnd + endOfHeader.length
    const length = headerEnd === -1 ? 0 : contentLength(bytes, headerEnd)
    if (headerEnd === -1 || bytes.length < bodyStart + length) {
      this.begun = this.begun ? bytes : Buffer.from(bytes)
      return
    }
    if (bytes.length > bodyStart + length) throw new Error('An answer that nobody asked for.')
    this.begun = undefined
    const status = numberAt(bytes, statusOffset)
    this.onResponse(status, bytes.subarray(bodyStart))
  }
}

/** The whole number whose digits begin at `offset`. */
export function numberAt(bytes: Buffer, offset: number): number {
  let value = 0
  for (let index = offset; ; index++) {
    const digit = (bytes[index] ?? 0) - zero
    if (digit < 0 || digit > 9) return value
    value = 10 * value + digit
  }
}

function contentLength(bytes: Buffer, headerEnd: number): number {
  for (const name of lengthNames) {
    const position = bytes.indexOf(name)
    if (position !== -1 && position < headerEnd) return numberAt(bytes, position + name.length)
  }
  throw new Error(`An answer without Content-Length: ${bytes.toString('latin1', 0, headerEnd)}`)
}
