import { literal } from '../markup/literal'

/** The emphasis that encloses a text. */
interface Style {
  isBold: boolean
  isItalic: boolean
  isStruck: boolean
}

type Emphasis = keyof Style

/** Emphasis found at a place. */
interface Found {
  /** The start and the end of the inside. */
  from: number
  to: number
  end: number
  emphasis: Emphasis
}

const plain: Style = { isBold: false, isItalic: false, isStruck: false }
const marks: Record<Emphasis, string> = { isBold: '**', isItalic: '*', isStruck: '~~' }
/** Discord has no such depth; only hostile texts have. */
const mostLevels = 8

/** The emphasis of Discord in Markdown. Underlined text becomes bold, as Markdown underlines nothing. */
export function emphasize(text: string, style: Style = plain, level = 0): string {
  const finder = new Finder(text)
  const parts: string[] = []
  let end = 0
  for (const { index } of text.matchAll(/[*_~]/g)) {
    if (index < end || level >= mostLevels) continue
    const found = finder.at(index)
    if (!found) continue
    const { from, to, emphasis } = found
    const inner = emphasize(text.slice(from, to), { ...style, [emphasis]: true }, level + 1)
    const before = literal(text.slice(end, index))
    const enclosed = style[emphasis] ? inner : encloseLines(inner, marks[emphasis])
    // Two runs of asterisks would be read as one.
    const isGlued = before === '' && parts.at(-1)?.endsWith('*') && enclosed.startsWith('*')
    parts.push(before, isGlued ? `\u200b${enclosed}` : enclosed)
    end = found.end
  }
  return parts.join('') + literal(text.slice(end))
}

/** Finds emphasis. A mark that nothing closes is looked for once, so that the work is linear. */
class Finder {
  private readonly unclosed = new Set<string>()

  constructor(private readonly text: string) {}

  at(index: number): Found | undefined {
    const { text } = this
    const sign = text[index] ?? ''
    if (text[index + 1] === sign) {
      const found = this.doubled(index, sign)
      if (found) return found
    }
    if (sign === '*') return this.single(index)
    return sign === '_' ? this.underscored(index) : undefined
  }

  /** `**bold**`, `__underlined__`, `~~struck~~`. */
  private doubled(index: number, sign: string): Found | undefined {
    const mark = sign + sign
    if (this.unclosed.has(mark)) return undefined
    const from = index + 2
    for (
      let to = this.text.indexOf(mark, from + 1);
      to >= 0;
      to = this.text.indexOf(mark, to + 1)
    ) {
      if (sign !== '~' && this.text[to + 2] === sign) continue
      const emphasis = sign === '~' ? 'isStruck' : 'isBold'
      return { from, to, end: to + 2, emphasis }
    }
    this.unclosed.add(mark)
    return undefined
  }

  /** `*italic*`: no blank follows the first one, and none precedes the last one. */
  private single(index: number): Found | undefined {
    const { text } = this
    const from = index + 1
    if (this.unclosed.has('*') || /^[\s*]?$/.test(text[from] ?? '')) return undefined
    for (let to = text.indexOf('*', from); to >= 0; to = text.indexOf('*', to)) {
      if (text[to + 1] === '*') to += 2
      else if (/\s/.test(text[to - 1] ?? '')) return undefined
      else return { from, to, end: to + 1, emphasis: 'isItalic' }
    }
    this.unclosed.add('*')
    return undefined
  }

  /** `_italic_` at the edges of words. */
  private underscored(index: number): Found | undefined {
    const { text } = this
    const from = index + 1
    if (this.unclosed.has('_') || /\w/.test(text[index - 1] ?? '')) return undefined
    for (let to = text.indexOf('_', from); to >= 0; to = text.indexOf('_', to)) {
      if (text[to + 1] === '_') to += 2
      else if (to === from || /\w/.test(text[to + 1] ?? '')) return undefined
      else return { from, to, end: to + 1, emphasis: 'isItalic' }
    }
    this.unclosed.add('_')
    return undefined
  }
}

/** Encloses each line, after the mark of a list or a heading, without the blanks at its ends. */
function encloseLines(text: string, mark: string): string {
  return text
    .split('\n')
    .map((line) => {
      const start = /^\s*(?:[-\u0003] |\d{1,9}\. |#{1,3} |-# )?/.exec(line)?.[0] ?? ''
      const rest = line.slice(start.length)
      const content = rest.trimEnd()
      return content === '' ? line : start + mark + content + mark + rest.slice(content.length)
    })
    .join('\n')
}
