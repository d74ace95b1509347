/** One argument. */
export interface Field {
  name: string
  text: string
  /** Whether it is percent-encoded already, possibly incorrectly. */
  isEncoded?: true
}

export interface FilePart {
  field: string
  name: string
  type: string
  bytes: Buffer
}

export type Body =
  | { kind: 'form'; fields: readonly Field[] }
  | { kind: 'multipart'; fields: readonly Field[]; file?: FilePart | undefined }
  | { kind: 'bytes'; type: string; bytes: Buffer }

/** One request in structured form, before encoding. */
export interface Call {
  /** Method and declared path: the name of the operation in reports. */
  operation: string
  method: string
  /** Percent-encoded, without the query. */
  path: string
  query: readonly Field[]
  body?: Body | undefined
  headers: readonly (readonly [name: string, value: string])[]
  /** The caller, for reports. */
  caller: string
}

const boundary = 'ParleyFuzzBoundary7'
const formType = 'application/x-www-form-urlencoded'

/** The bytes of the request. */
export function encodeCall({ method, path, query, body, headers }: Call): Buffer {
  const target = query.length > 0 ? `${path}?${urlencode(query)}` : path
  const lines = [`${method} ${target} HTTP/1.1`]
  for (const [name, value] of headers) lines.push(`${name}: ${value}`)
  const { type, bytes } = encodeBody(body)
  if (type !== undefined && !names(headers, 'content-type')) lines.push(`Content-Type: ${type}`)
  if (bytes || method !== 'GET') lines.push(`Content-Length: ${bytes?.length ?? 0}`)
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return bytes ? Buffer.concat([head, bytes]) : head
}

function names(headers: Call['headers'], wanted: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === wanted)
}

function encodeBody(body: Body | undefined): { type?: string; bytes?: Buffer } {
  switch (body?.kind) {
    case undefined:
      return {}
    case 'form':
      return { type: formType, bytes: Buffer.from(urlencode(body.fields), 'latin1') }
    case 'multipart':
      return { type: `multipart/form-data; boundary=${boundary}`, bytes: encodeMultipart(body) }
    case 'bytes':
      return { type: body.type, bytes: body.bytes }
  }
}

/** `a=1&b=2`. */
export function urlencode(fields: readonly Field[]): string {
  return fields
    .map(({ name, text, isEncoded }) => {
      return `${encodeText(name)}=${isEncoded ? text : encodeText(text)}`
    })
    .join('&')
}

/** Percent-encodes a text; half surrogate pairs become the bytes that some programs write for them. */
export function encodeText(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return Array.from(text, (character) => {
      const code = character.charCodeAt(0)
      const isHalf = character.length === 1 && code >= 0xd800 && code <= 0xdfff
      if (!isHalf) return encodeURIComponent(character)
      const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
      return bytes.map((byte) => `%${byte.toString(16)}`).join('')
    }).join('')
  }
}

function encodeMultipart({ fields, file }: Extract<Body, { kind: 'multipart' }>): Buffer {
  const pieces: Buffer[] = []
  const part = (head: string, bytes: Buffer): void => {
    pieces.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`))
    pieces.push(bytes, Buffer.from('\r\n'))
  }
  for (const { name, text } of fields) part(`name="${inQuotes(name)}"`, Buffer.from(text))
  if (file) {
    const { field, name, type, bytes } = file
    const names = `name="${inQuotes(field)}"; filename="${inQuotes(name)}"`
    part(`${names}\r\nContent-Type: ${type}`, bytes)
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))
  return Buffer.concat(pieces)
}

function inQuotes(text: string): string {
  return text.replace(/["\r\n]/g, (character) => encodeURIComponent(character))
}

/** The bytes of a request for people; unprintable ones are escaped for `printf`. */
export function showBytes(bytes: Buffer, limit = 3_000): string {
  const shown = bytes
    .subarray(0, limit)
    .toString('latin1')
    .replace(/[^\x20-\x7e]|[\\%']/g, (character) => {
      if (character === '\r') return '\\r'
      if (character === '\n') return '\\n'
      if (character === '%') return '%%'
      return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
    })
  const rest = bytes.length - limit
  return rest > 0 ? `${shown}… (${rest} bytes more)` : shown
}
