/*
 * The shapes of answers of a directory (RFC 4511, BER). The parser of ldapts trusts the lengths in a message: one that lies
 * makes it loop for ever. An organization chooses its directory, so each message is checked before the parser reads it.
 */

/** Tags of answers. */
export const tags = {
  bind: 0x61,
  entry: 0x64,
  done: 0x65,
  reference: 0x73,
  extended: 0x78,
} as const

const universal = { integer: 0x02, text: 0x04, enumerated: 0x0a, sequence: 0x30, set: 0x31 }
const controlsTag = 0xa0

/** An element of a message: its tag, and where its content begins and ends. */
interface Element {
  tag: number
  start: number
  end: number
}

/** A message of another shape than that of an answer. */
export class MalformedAnswerError extends Error {
  override name = 'MalformedAnswerError'

  constructor() {
    super('The directory sent an answer that is no LDAP.')
  }
}

/**
 * The length of the message that begins with these bytes; undefined while its header is not complete.
 * @throws MalformedAnswerError
 */
export function lengthOfMessage(bytes: Buffer): number | undefined {
  if (bytes.length < 2) return undefined
  const [tag, first] = [bytes.readUInt8(0), bytes.readUInt8(1)]
  if (tag !== universal.sequence) throw new MalformedAnswerError()
  if (first < 0x80) return 2 + first
  const lengthBytes = first & 0x7f
  if (lengthBytes === 0 || lengthBytes > 4) throw new MalformedAnswerError()
  if (bytes.length < 2 + lengthBytes) return undefined
  return 2 + lengthBytes + bytes.readUIntBE(2, lengthBytes)
}

/**
 * Checks a whole message.
 * @returns the tag of the answer
 * @throws MalformedAnswerError
 */
export function checkMessage(message: Buffer): number {
  const all = { tag: 0, start: 0, end: message.length }
  const [outer, ...rest] = elementsIn(message, all)
  if (outer?.tag !== universal.sequence || rest.length > 0) throw new MalformedAnswerError()
  const [id, answer, controls, ...more] = elementsIn(message, outer)
  demand(id?.tag === universal.integer && id.end - id.start <= 4 && id.end > id.start)
  demand(more.length === 0 && answer !== undefined)
  if (controls) {
    demand(controls.tag === controlsTag)
    for (const control of childrenOf(message, controls, universal.sequence)) {
      elementsIn(message, control)
    }
  }
  if (answer?.tag === tags.entry) checkEntry(message, answer)
  else if (answer?.tag !== tags.reference) checkResult(message, answer)
  return answer?.tag ?? 0
}

/** A name, and attributes with their values. */
function checkEntry(message: Buffer, entry: Element): void {
  const [name, attributes, ...more] = elementsIn(message, entry)
  demand(name?.tag === universal.text && more.length === 0)
  demand(attributes?.tag === universal.sequence)
  for (const attribute of childrenOf(message, attributes, universal.sequence)) {
    const [type, values, ...others] = elementsIn(message, attribute)
    demand(type?.tag === universal.text && others.length === 0)
    demand(values?.tag === universal.set)
    childrenOf(message, values, universal.text)
  }
}

/** A code, a name, a text, and more that depends on the request. */
function checkResult(message: Buffer, answer: Element | undefined): void {
  demand(answer?.tag === tags.bind || answer?.tag === tags.done || answer?.tag === tags.extended)
  const [code, name, text] = elementsIn(message, answer)
  demand(code?.tag === universal.enumerated && code.end - code.start === 1)
  demand(name?.tag === universal.text && text?.tag === universal.text)
}

/** The code of the result that a checked message has, and its text. */
export function resultIn(message: Buffer): { code: number; text: string } {
  const [outer] = elementsIn(message, { tag: 0, start: 0, end: message.length })
  const [, answer] = elementsIn(message, outer)
  const [code, , text] = elementsIn(message, answer)
  return {
    code: code ? message.readUInt8(code.start) : -1,
    text: text ? message.toString('utf8', text.start, text.end) : '',
  }
}

function childrenOf(message: Buffer, parent: Element | undefined, tag: number): Element[] {
  const children = elementsIn(message, parent)
  demand(children.every((child) => child.tag === tag))
  return children
}

/** The elements inside of another one, which they fill exactly. */
function elementsIn(message: Buffer, parent: Element | undefined): Element[] {
  const elements: Element[] = []
  if (!parent) throw new MalformedAnswerError()
  for (let offset = parent.start; offset < parent.end;) {
    demand(offset + 2 <= parent.end)
    const [tag, first] = [message.readUInt8(offset), message.readUInt8(offset + 1)]
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f
    demand(first !== 0x80 && lengthBytes <= 4 && offset + 2 + lengthBytes <= parent.end)
    const length = lengthBytes === 0 ? first : message.readUIntBE(offset + 2, lengthBytes)
    const start = offset + 2 + lengthBytes
    const end = start + length
    demand(end <= parent.end)
    elements.push({ tag, start, end })
    offset = end
  }
  return elements
}

function demand(isTrue: boolean): asserts isTrue {
  if (!isTrue) throw new MalformedAnswerError()
}
