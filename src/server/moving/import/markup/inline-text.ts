import { entityOf } from './literal'

/** Characters that a mention or a link to a stream may follow. Source: docs/protocol/markdown.md#mention-place. */
const beforeReference = /^(?:$|[\s'"(,:<{[/])/
const reference = /^[*~]*(?:\u0001(?:user|silent|group|stream):|[@#]_?\*)/
/** Has no width, and counts as a blank before a mention. */
export const invisibleBlank = '\ufeff'

/** The blank that a mention or a link to a stream needs behind a character; '' if it needs none. */
export function blankBefore(piece: string, last: string): string {
  return /^[@#]_?\*/.test(piece) && !beforeReference.test(last) ? invisibleBlank : ''
}

/**
 * Markdown within a line, made of pieces that do not change each other: a mention begins after a blank, `@` before emphasis is
 * no mention, and marks that open emphasis are told from marks that close it.
 */
export class InlineText {
  // A text that grows would be copied for each look at its end.
  private readonly pieces: string[] = []

  /** @param isEmphasized whether asterisks stand before the text */
  constructor(private readonly isEmphasized = false) {}

  append(piece: string): void {
    if (piece === '') return
    const last = this.pieces.at(-1)?.slice(-1) ?? ''
    const isAmbiguous =
      piece.startsWith('*') && (last === '*' || (this.isEmphasized && /\S/.test(last)))
    if (isAmbiguous || (reference.test(piece) && !beforeReference.test(last))) {
      this.pieces.push(invisibleBlank)
    } else if (piece.startsWith('*')) this.endWithoutMention()
    this.pieces.push(piece)
  }

  /** Emphasis behind `@`, `@_` or `#` would be a mention or a link to a stream. */
  private endWithoutMention(): void {
    const last = this.pieces.pop() ?? ''
    const start = last.length - (last.endsWith('_') ? 2 : 1)
    const sign = last.charAt(start)
    const isSign = sign === '@' || sign === '#'
    this.pieces.push(isSign ? last.slice(0, start) + entityOf(sign) + last.slice(start + 1) : last)
  }

  toString(): string {
    return this.pieces.join('')
  }
}
