/*
 * Pieces of a text that are Markdown already, such as code, are taken out while the rest is converted. Signs that no text of
 * an archive has stand in their place.
 */

const [open, openBlock, close] = ['\u0004', '\u0006', '\u0005']

/** Finished pieces by their number. */
export class Masked {
  private readonly pieces: string[] = []

  /** The sign for a piece within a line. */
  inline(markdown: string): string {
    return `${open}${this.pieces.push(markdown) - 1}${close}`
  }

  /** The sign for a piece with lines of its own. */
  block(markdown: string): string {
    return `${openBlock}${this.pieces.push(markdown) - 1}${close}`
  }

  /** Puts the pieces back. */
  restore(text: string): string {
    return text.replace(/[\u0004\u0006](\d+)\u0005/g, (_sign, number: string) =>
      this.restore(this.pieces[Number(number)] ?? ''),
    )
  }
}

/** The parts of a line: texts and signs of blocks by turns. */
export function splitAtBlocks(line: string): string[] {
  return line.split(/(\u0006\d+\u0005)/)
}

export function isBlock(part: string): boolean {
  return part.startsWith(openBlock)
}
