import { BadRequestError } from '../errors'

/** Somebody, or some stream, that a message is addressed to: a name as written, or an id. */
export type Addressee = string | number

/** What `type` may say, and what it means. Source: client notes 8.4. */
export const messageTypes: Readonly<Record<string, 'stream' | 'private' | undefined>> = {
  stream: 'stream',
  channel: 'stream',
  private: 'private',
  direct: 'private',
}

/**
 * What a `to` argument names, before it is known whether it names streams or users. A JSON
 * integer, bare or in a list, is an id; everything else is a name or an email.
 *
 * `text` is set where `to` was one plain or quoted text: a stream's name, or several emails
 * joined by commas. Answers undefined for JSON that can be neither.
 * Source: protocol notes 0 #25, 3.1.
 */
export interface ParsedTo {
  text?: string
  list: readonly Addressee[]
}

export function parseTo(raw: string): ParsedTo | undefined {
  if (!mayBeJson.test(raw)) return plainText(raw)
  let value: unknown
  try {
    value = JSON.parse(raw)
  } catch {
    return plainText(raw)
  }
  if (typeof value === 'string') return plainText(value)
  if (isId(value)) return { list: [value] }
  if (!Array.isArray(value)) return undefined

  const list: Addressee[] = []
  for (const element of value as unknown[]) {
    if (isId(element)) list.push(element)
    else if (typeof element === 'string') {
      if (element.trim() !== '') list.push(element.trim())
    } else return undefined
  }
  return { list: [...new Set(list)] }
}

/** Most texts are names: having the parser fail on each would cost more than the rest. */
const mayBeJson = /^[ \t\n\r]*(?:["[{\d-]|true|false|null)/

function plainText(text: string): ParsedTo {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return { text: text.trim(), list: [...new Set(parts)] }
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** The one stream that a `to` argument names. @throws BadRequestError */
export function singleStreamOf(to: ParsedTo): Addressee {
  if (to.text !== undefined && to.text !== '') return to.text
  const [first, second] = to.list
  if (first === undefined) throw new BadRequestError('Missing stream')
  if (second !== undefined) throw new BadRequestError('Cannot send to multiple streams')
  return first
}
