import type { Narrow, Operator, Term } from './narrow'

/*
 * Addresses of narrows, in the form of the reference, so that links in old messages and e-mails
 * open the right place: `#narrow/channel/5-ops/topic/web.20app/near/123`.
 */

/** Terms that say where to open a narrow, not what is in it. */
export interface NarrowAddress {
  narrow: Narrow
  /** Open at this message. */
  near?: number
}

/** Names that a stream has in links: `5-ops`; only the number counts. */
export type StreamNameOf = (streamId: number) => string | undefined

export function formatNarrow({ narrow, near }: NarrowAddress, nameOf: StreamNameOf): string {
  const words = narrow.flatMap((term) => [
    `${term.negated ? '-' : ''}${term.operator}`,
    encodeWord(operandWord(term, nameOf)),
  ])
  if (near !== undefined) words.push('near', String(near))
  return `#narrow/${words.join('/')}`
}

/** @returns undefined for what is no address of a narrow */
export function parseNarrow(hash: string): NarrowAddress | undefined {
  const [first, ...words] = hash.replace(/^#/, '').split('/')
  if (first !== 'narrow' || words.length % 2 !== 0) return undefined
  const narrow: Term[] = []
  let near: number | undefined
  for (let index = 0; index < words.length; index += 2) {
    const name = decodeWord(words[index] ?? '')
    const operand = decodeWord(words[index + 1] ?? '')
    if (name === undefined || operand === undefined) return undefined
    const negated = name.startsWith('-')
    const operator = canonicalNames[negated ? name.slice(1) : name]
    if (!operator) return undefined
    if (operator === 'near' || operator === 'with') near = Number(operand) || undefined
    else
      narrow.push({
        operator,
        operand: readOperand(operator, operand),
        ...(negated ? { negated } : {}),
      })
  }
  return { narrow, ...(near === undefined ? {} : { near }) }
}

const canonicalNames: Readonly<Record<string, Operator>> = {
  channel: 'channel',
  stream: 'channel',
  topic: 'topic',
  subject: 'topic',
  dm: 'dm',
  'pm-with': 'dm',
  'dm-including': 'dm-including',
  'group-pm-with': 'dm-including',
  sender: 'sender',
  from: 'sender',
  is: 'is',
  has: 'has',
  id: 'id',
  near: 'near',
  with: 'with',
  search: 'search',
}

function readOperand(operator: Operator, word: string): Term['operand'] {
  if (operator === 'channel') return Number.parseInt(word, 10)
  if (operator === 'dm' || operator === 'dm-including') {
    const ids = (/^[\d,]+/.exec(word)?.[0] ?? '').split(',').map(Number)
    return ids.filter((id) => id > 0).sort((a, b) => a - b)
  }
  if (operator === 'sender' && /^\d+/.test(word)) return Number.parseInt(word, 10)
  if (operator === 'id') return Number(word)
  return word
}

function operandWord({ operator, operand }: Term, nameOf: StreamNameOf): string {
  if (operator === 'channel') {
    const name = nameOf(Number(operand))
    return name === undefined ? String(operand) : `${String(operand)}-${name.replaceAll(' ', '-')}`
  }
  return typeof operand === 'object' ? operand.join() : String(operand)
}

/** Percent encoding with dots in place of the percent signs. */
function encodeWord(word: string): string {
  return encodeURIComponent(word)
    .replace(/[.!'()*~_-]/g, (character) =>
      /[-_~]/.test(character)
        ? character
        : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .replaceAll('%', '.')
}

function decodeWord(word: string): string | undefined {
  try {
    return decodeURIComponent(word.replace(/\.([0-9A-Fa-f]{2})/g, '%$1'))
  } catch {
    return undefined
  }
}
