import { isUtf8 } from 'node:buffer'

import { MalformedRequestError } from '../errors'

/**
 * Max arguments of a request: more than any client sends, because each costs a little work.
 * Source: docs/protocol/limits.md#fields.
 */
export const maxFields = 1000

/**
 * Decodes `a=1&b=x+y` into the fields; of repeated names the last one wins.
 *
 * A `%` that begins no escape is literal. The decoded bytes must be UTF-8, or clients would read other
 * characters than were sent.
 *
 * @param encoded one character per byte, as in the URL of a request or a body read as latin1
 * @throws MalformedRequestError for bytes that are not UTF-8, and for too many fields
 */
export function decodeUrlencoded(encoded: string): Map<string, string> {
  const fields = new Map<string, string>()
  if (encoded === '') return fields

  const pieces = encoded.split('&', maxFields + 1)
  if (pieces.length > maxFields) throw new TooManyFieldsError()
  for (const piece of pieces) {
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const name = decodePiece(equals < 0 ? piece : piece.slice(0, equals))
    if (name === undefined) throw new MalformedRequestError('The name of an argument is not UTF-8.')
    const value = decodePiece(equals < 0 ? '' : piece.slice(equals + 1))
    if (value === undefined) throw new NotUtf8Error(name)
    fields.set(name, value)
  }
  return fields
}

/**
 * Decodes one segment of a path, in which `+` is literal.
 *
 * @throws MalformedRequestError
 */
export function decodePathSegment(encoded: string, name: string): string {
  const decoded = percentDecode(encoded, { plus: plusSign })
  if (decoded === undefined) throw new NotUtf8Error(name)
  return decoded
}

/** The value of an argument holds bytes that are not UTF-8. */
export class NotUtf8Error extends MalformedRequestError {
  constructor(name: string) {
    super(`Argument "${name}" is not valid UTF-8.`)
  }
}

export class TooManyFieldsError extends MalformedRequestError {
  constructor() {
    super(`Too many arguments (limit: ${maxFields}).`)
  }
}

function decodePiece(encoded: string): string | undefined {
  return percentDecode(encoded, { plus: space })
}

/** @returns undefined when the bytes are not UTF-8 (overlong forms and surrogates included) */
function percentDecode(encoded: string, { plus }: { plus: number }): string | undefined {
  // The common case, printable ASCII without `%` and `+`, needs no detour through bytes.
  if (/^[\x20-\x24\x26-\x2a\x2c-\x7e]*$/.test(encoded)) return encoded
  const bytes = unescapeBytes(encoded, plus)
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined
}

const space = 0x20
const percent = 0x25
const plusSign = 0x2b

/** The bytes of an encoded text. By hand, since `replaceAll` takes seconds for megabytes of `+`. */
function unescapeBytes(encoded: string, plus: number): Buffer {
  const bytes = Buffer.from(encoded, 'latin1')
  let length = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    const escaped = byte === percent ? hexByte(bytes[i + 1], bytes[i + 2]) : -1
    if (escaped >= 0) {
      bytes[length++] = escaped
      i += 2
    } else {
      bytes[length++] = byte === plusSign ? plus : byte
    }
  }
  return bytes.subarray(0, length)
}

/** The byte that two hexadecimal digits spell, or -1 for other characters. */
function hexByte(high = 0, low = 0): number {
  const upper = hexDigit(high)
  const lower = hexDigit(low)
  return upper < 0 || lower < 0 ? -1 : 16 * upper + lower
}

function hexDigit(character: number): number {
  if (character >= 0x30 && character <= 0x39) return character - 0x30
  const lowerCase = character | 0x20
  return lowerCase >= 0x61 && lowerCase <= 0x66 ? lowerCase - 0x61 + 10 : -1
}
