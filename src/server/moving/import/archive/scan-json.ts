import { BadRequestError } from '../../../chat/rules/errors'

/** An element of a table in a JSON file, or a plain value beside the tables. */
export interface ScannedRow {
  /** Name of the table; '' in a file that is one list. */
  table: string
  /** Number in its table, from 1; 0 for a value that is not in a list. */
  number: number
  /** undefined for an element that is not valid JSON. */
  value: unknown
}

/** Max bytes of one element. */
const mostBytes = 64 * 1024 * 1024

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/**
 * Reads a JSON file of the form `{"table": [element, …], …}` or `[element, …]` element by element, so that its size does
 * not matter.
 *
 * @param wanted tables whose elements are parsed; the others are passed over
 * @throws BadRequestError for a file that ends too early or is of another form
 */
export async function* scanTables(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
  wanted: (table: string) => boolean = () => true,
): AsyncGenerator<ScannedRow> {
  const scanner = new Scanner(file, wanted)
  for await (const chunk of bytes)
    yield* scanner.read(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
  scanner.end()
}

type Place = 'start' | 'key' | 'colon' | 'value' | 'list' | 'end'

class Scanner {
  private place: Place = 'start'
  private isList = false
  private table = ''
  private number = 0
  /** Bytes of the element or key that has begun, from earlier chunks. */
  private pieces: Buffer[] = []
  private kept = 0
  private isInside = false
  private depth = 0
  private isString = false
  private isEscaped = false
  private offset = 0

  constructor(
    private readonly file: string,
    private readonly wanted: (table: string) => boolean,
  ) {}

  /** The elements that end in a chunk. */
  *read(chunk: Buffer): Generator<ScannedRow> {
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number
      if (!this.isInside) {
        if (isBlank(byte)) continue
        if (this.step(byte)) {
          this.isInside = true
          from = at
          this.follow(byte)
        }
        continue
      }
      if (this.isScalarEnd(byte)) {
        yield* this.finish(chunk.subarray(from, at))
        at -= 1
        continue
      }
      this.follow(byte)
      if (
        this.depth === 0 &&
        !this.isString &&
        (byte === quote || byte === closeBrace || byte === closeBracket)
      ) {
        yield* this.finish(chunk.subarray(from, at + 1))
      }
    }
    if (this.isInside) this.keep(chunk.subarray(from))
    this.offset += chunk.length
  }

  end(): void {
    if (this.place !== 'end') throw this.bad('ends too early')
  }

  /** Handles a byte between elements. @returns whether it begins one */
  private step(byte: number): boolean {
    switch (this.place) {
      case 'start':
        if (byte !== openBrace && byte !== openBracket) throw this.bad('is not a table')
        this.isList = byte === openBracket
        this.place = this.isList ? 'list' : 'key'
        return false
      case 'key':
        if (byte === comma) return false
        if (byte === closeBrace) this.place = 'end'
        else if (byte !== quote) throw this.bad('is not valid JSON')
        return byte === quote
      case 'colon':
        if (byte !== colon) throw this.bad('is not valid JSON')
        this.place = 'value'
        return false
      case 'value':
        if (byte !== openBracket) return true
        this.place = 'list'
        this.number = 0
        return false
      case 'list':
        if (byte === comma) return false
        if (byte === closeBracket) this.place = this.isList ? 'end' : 'key'
        return byte !== closeBracket
      case 'end':
        throw this.bad('goes on after its end')
    }
  }

  /** Whether a byte ends a number or a word such as `null`. */
  private isScalarEnd(byte: number): boolean {
    if (this.depth > 0 || this.isString) return false
    return byte === comma || byte === closeBracket || byte === closeBrace || isBlank(byte)
  }

  private follow(byte: number): void {
    if (this.isString) {
      if (this.isEscaped) this.isEscaped = false
      else if (byte === backslash) this.isEscaped = true
      else if (byte === quote) this.isString = false
    } else if (byte === quote) this.isString = true
    else if (byte === openBrace || byte === openBracket) this.depth += 1
    else if (byte === closeBrace || byte === closeBracket) this.depth -= 1
  }

  private keep(piece: Buffer): void {
    this.kept += piece.length
    if (this.kept > mostBytes) throw this.bad('has an element that is too large')
    if (this.isMeant()) this.pieces.push(Buffer.from(piece))
  }

  private isMeant(): boolean {
    return this.place === 'key' || this.wanted(this.table)
  }

  private *finish(last: Buffer): Generator<ScannedRow> {
    this.isInside = false
    const text = this.isMeant() ? Buffer.concat([...this.pieces, last]).toString('utf8') : undefined
    this.pieces = []
    this.kept = 0
    if (this.place === 'key') {
      this.table = String(parse(text))
      this.place = 'colon'
      return
    }
    const isListed = this.place === 'list'
    if (isListed) this.number += 1
    else this.place = 'key'
    if (text !== undefined) {
      yield { table: this.table, number: isListed ? this.number : 0, value: parse(text) }
    }
  }

  private bad(what: string): BadRequestError {
    return new BadRequestError(`${this.file} ${what} (near byte ${this.offset}).`)
  }
}

function parse(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
