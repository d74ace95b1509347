/** A line in the making, kept in pieces so that adding to it and marking its end cost the same however long it is. */
export class InlineText {
  private pieces: string[] = []
  private lastPiece = ''
  /** Whether the line has a character other than blanks. */
  hasInk = false

  /** Number of the next piece, which names the place for {@link replaceFrom}. */
  get place(): number {
    return this.pieces.length
  }

  get isEmpty(): boolean {
    return this.pieces.length === 0
  }

  get endsWithBlank(): boolean {
    return this.lastPiece.endsWith(' ')
  }

  add(text: string): void {
    if (text === '') return
    this.pieces.push(text)
    this.lastPiece = text
    this.hasInk ||= text.trim() !== ''
  }

  /** Changes the text since a place, without the blanks around it. */
  replaceFrom(place: number, change: (text: string) => string): void {
    const text = this.pieces.slice(place).join('')
    const inner = text.trim()
    if (inner === '') return
    const start = text.indexOf(inner)
    this.pieces.length = place
    this.add(text.slice(0, start) + change(inner) + text.slice(start + inner.length))
  }

  /** @returns the whole line, which is then empty */
  take(): string {
    const text = this.pieces.join('')
    this.pieces = []
    this.lastPiece = ''
    this.hasInk = false
    return text
  }
}
