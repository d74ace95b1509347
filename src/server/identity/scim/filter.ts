import { scimOperators, isFilterFor } from '../../data/identities/scim-filter'
import type { ScimColumns, ScimFilter } from '../../data/identities/scim-filter'
import { ScimError } from './errors'

/* The language of filters (RFC 7644, 3.4.2.2). Source: docs/protocol/scim.md#filters. */

const maxCharacters = 2_000
/** Max brackets and negations inside each other, and max comparisons. */
const maxDepth = 20
const maxComparisons = 50

/** A bracket, a text, or a word such as `userName` or `true`. */
const tokenPattern = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y

/**
 * Parses a filter over attributes.
 * @throws ScimError `invalidFilter` for anything else, and for a value of another type than the attribute
 */
export function parseFilter(text: string, columns: ScimColumns): ScimFilter {
  const filter = new Parser(text).parse()
  if (!isFilterFor(filter, columns)) throw invalidFilter(text)
  return filter
}

/** The values of `[value eq "7"]` or `[value eq "7" or value eq "8"]`. @throws ScimError `invalidPath` */
export function valuesChosenBy(text: string): string[] {
  const valuesOf = (filter: ScimFilter): string[] => {
    if (filter.kind === 'or') return filter.parts.flatMap(valuesOf)
    const isChoice =
      filter.kind === 'compare' && filter.attribute === 'value' && filter.operator === 'eq'
    if (!isChoice || typeof filter.value !== 'string') {
      throw new ScimError(`The path [${text}] chooses no values.`, { scimType: 'invalidPath' })
    }
    return [filter.value]
  }
  return valuesOf(new Parser(text).parse())
}

function invalidFilter(text: string): ScimError {
  return new ScimError(`Invalid filter: ${text.slice(0, 200)}`, { scimType: 'invalidFilter' })
}

class Parser {
  private readonly tokens: readonly string[]
  private place = 0
  private depth = 0
  private comparisons = 0

  constructor(private readonly text: string) {
    if (text.length > maxCharacters) throw invalidFilter(text)
    this.tokens = this.tokensIn(text.trim())
  }

  parse(): ScimFilter {
    const filter = this.disjunction('')
    if (this.place < this.tokens.length) throw this.fault()
    return filter
  }

  private tokensIn(text: string): string[] {
    const tokens: string[] = []
    tokenPattern.lastIndex = 0
    while (tokenPattern.lastIndex < text.length) {
      const [, bracket, quoted, word] = tokenPattern.exec(text) ?? []
      const token = bracket ?? quoted ?? word
      if (token === undefined) throw this.fault()
      tokens.push(token)
    }
    return tokens
  }

  private fault(): ScimError {
    return invalidFilter(this.text)
  }

  private peek(): string {
    return this.tokens[this.place] ?? ''
  }

  private next(): string {
    const token = this.tokens[this.place++]
    if (token === undefined) throw this.fault()
    return token
  }

  private accept(word: string): boolean {
    const isNext = this.peek().toLowerCase() === word
    if (isNext) this.place += 1
    return isNext
  }

  private expect(bracket: string): void {
    if (this.next() !== bracket) throw this.fault()
  }

  /** @param prefix of the attributes inside `emails[…]`, such as `emails.` */
  private disjunction(prefix: string): ScimFilter {
    return this.joined('or', () => this.joined('and', () => this.term(prefix)))
  }

  private joined(kind: 'and' | 'or', part: () => ScimFilter): ScimFilter {
    const parts = [part()]
    while (this.accept(kind)) parts.push(part())
    return parts.length === 1 && parts[0] ? parts[0] : { kind, parts }
  }

  private term(prefix: string): ScimFilter {
    if (this.accept('not')) return { kind: 'not', part: this.inside(() => this.term(prefix)) }
    if (this.accept('(')) return this.bracketed(prefix, ')')
    const attribute = prefix + nameOfAttribute(this.next())
    if (this.accept('[')) return this.bracketed(`${attribute}.`, ']')
    if (++this.comparisons > maxComparisons) throw this.fault()
    const word = this.next().toLowerCase()
    if (word === 'pr') return { kind: 'present', attribute }
    const operator = scimOperators.find((known) => known === word)
    if (!operator) throw this.fault()
    return { kind: 'compare', attribute, operator, value: this.value() }
  }

  private bracketed(prefix: string, end: ')' | ']'): ScimFilter {
    const filter = this.inside(() => this.disjunction(prefix))
    this.expect(end)
    return filter
  }

  private inside(part: () => ScimFilter): ScimFilter {
    if (++this.depth > maxDepth) throw this.fault()
    const filter = part()
    this.depth -= 1
    return filter
  }

  private value(): string | boolean | null {
    const token = this.next()
    const value = parsed(token)
    if (typeof value === 'string') {
      // PostgreSQL stores neither of these in a text.
      if (value.includes('\0') || !value.isWellFormed()) throw this.fault()
      return value.normalize('NFC')
    }
    if (typeof value === 'number') return token
    if (typeof value === 'boolean' || value === null) return value
    throw this.fault()
  }
}

/** Undefined for a text that is no JSON. Entra writes booleans as Python does. */
function parsed(token: string): unknown {
  const isBoolean = /^(true|false)$/i.test(token)
  try {
    return JSON.parse(isBoolean ? token.toLowerCase() : token)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** An attribute in lower case, without the name of its schema. */
export function nameOfAttribute(path: string): string {
  return path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, '')
}
