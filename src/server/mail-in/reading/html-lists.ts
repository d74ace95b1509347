/*
 * Lists of a page: marks and indents of their items in Markdown.
 */

/** Max columns of an indent, so that lines in deep lists stay short. */
const widestIndent = 16
const highestNumber = 999_999_999

interface List {
  /** Number of the next item; undefined: bullets. */
  next: number | undefined
  indent: number
}

/** The open lists and items. */
export class HtmlLists {
  private readonly lists: List[] = []
  /** Columns in which the texts of the open items begin. */
  private readonly indents: number[] = []

  get isEmpty(): boolean {
    return this.lists.length === 0 && this.indents.length === 0
  }

  /** Columns before further lines of the innermost item. */
  get indent(): number {
    return this.indents.at(-1) ?? 0
  }

  /** @param start of numbers; undefined: bullets */
  open(start: number | undefined): void {
    this.lists.push({ next: start, indent: this.indent })
  }

  close(): void {
    this.lists.pop()
  }

  /** Opens an item. @returns its mark, without the indent */
  openItem(): string {
    const list = this.lists.at(-1)
    const mark = list?.next === undefined ? '* ' : `${list.next}. `
    if (list?.next !== undefined) list.next = Math.min(list.next + 1, highestNumber)
    this.indents.push(Math.min((list?.indent ?? 0) + mark.length, widestIndent))
    return mark
  }

  closeItem(): void {
    this.indents.pop()
  }

  /** Columns before the mark of an item that opens now. */
  get markIndent(): number {
    return this.lists.at(-1)?.indent ?? 0
  }
}

/** The first number of a list; 1 unless its attribute gives a number that Markdown has. */
export function startOf(attribute: string | undefined): number {
  return /^\d{1,9}$/.test(attribute ?? '') ? Number(attribute) : 1
}
