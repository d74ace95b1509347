import { encloseCode, encloseMarkdown } from '../../../shared/rules/fences'

/** A text and its selection. */
export interface Selected {
  text: string
  start: number
  end: number
}

/** Replaces the text between `start` and `end` with `text`, then sets the selection. */
export interface Edit {
  start: number
  end: number
  text: string
  selectStart: number
  selectEnd: number
}

export type Format = 'bold' | 'italic' | 'link' | 'code' | 'quote' | 'list' | 'numberedList'

/**
 * Formats the selection, or removes the format if the selection already has it.
 *
 * @param linkText text of the link if the selection is empty
 */
export function format(kind: Format, selected: Selected, linkText: string): Edit {
  switch (kind) {
    case 'bold':
      return wrap(selected, '**')
    case 'italic':
      return wrap(selected, '*')
    case 'code':
      return isSeveralLines(selected) ? fence(selected, '') : wrap(selected, '`')
    case 'quote':
      return fence(selected, 'quote')
    case 'link':
      return link(selected, linkText)
    case 'list':
      return prefixLines(selected, () => '* ', /^[*+-] /)
    case 'numberedList':
      return prefixLines(selected, (index) => `${index + 1}. `, /^\d+\. /)
  }
}

const isSeveralLines = ({ text, start, end }: Selected) => text.slice(start, end).includes('\n')

function wrap({ text, start, end }: Selected, mark: string): Edit {
  const inside = text.slice(start, end)
  const size = mark.length
  const isAround = text.slice(start - size, start) === mark && text.slice(end, end + size) === mark
  // A single `*` next to another `*` is half of a bold mark.
  const isWhole = text[start - size - 1] !== mark[0] || size > 1
  if (isAround && isWhole) {
    const from = start - size
    return { start: from, end: end + size, text: inside, selectStart: from, selectEnd: end - size }
  }
  return {
    start,
    end,
    text: mark + inside + mark,
    selectStart: start + size,
    selectEnd: end + size,
  }
}

/** Encloses whole lines in a fence that none of them can close. */
function fence(selected: Selected, word: 'quote' | ''): Edit {
  const { start, end, inside } = wholeLines(selected)
  const text = word === '' ? encloseCode(inside) : encloseMarkdown(inside, word)
  const selectStart = start + text.indexOf('\n') + 1
  return { start, end, text, selectStart, selectEnd: selectStart + inside.length }
}

function link({ text, start, end }: Selected, linkText: string): Edit {
  const inside = text.slice(start, end)
  if (/^https?:\/\/\S+$/.test(inside)) {
    const made = `[${linkText}](${inside})`
    return {
      start,
      end,
      text: made,
      selectStart: start + 1,
      selectEnd: start + 1 + linkText.length,
    }
  }
  const label = inside === '' ? linkText : inside
  const made = `[${label}](https://)`
  const cursor = start + made.length - 1
  return inside === ''
    ? { start, end, text: made, selectStart: start + 1, selectEnd: start + 1 + label.length }
    : { start, end, text: made, selectStart: cursor - 'https://'.length, selectEnd: cursor }
}

function prefixLines(
  selected: Selected,
  prefixOf: (index: number) => string,
  prefix: RegExp,
): Edit {
  const { start, end, inside } = wholeLines(selected)
  const lines = inside.split('\n')
  const isListed = lines.every((line) => prefix.test(line))
  const text = lines
    .map((line, index) => (isListed ? line.replace(prefix, '') : prefixOf(index) + line))
    .join('\n')
  const isOneLine = lines.length === 1
  return {
    start,
    end,
    text,
    selectStart: isOneLine ? start + text.length : start,
    selectEnd: start + text.length,
  }
}

function wholeLines({ text, start, end }: Selected): {
  start: number
  end: number
  inside: string
} {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  return { start: from, end: to, inside: text.slice(from, to) }
}

/** Turns the selected words into a link when an address is pasted over them. */
export function pasteLink({ text, start, end }: Selected, pasted: string): Edit | undefined {
  const inside = text.slice(start, end)
  const isAddress = /^https?:\/\/\S+$/.test(pasted.trim())
  if (!isAddress || inside.trim() === '' || /[\n[\]]/.test(inside) || /^https?:/.test(inside)) {
    return undefined
  }
  const made = `[${inside}](${pasted.trim()})`
  return {
    start,
    end,
    text: made,
    selectStart: start + made.length,
    selectEnd: start + made.length,
  }
}

/** Continues a list on a new line with the list's mark; a line with only the mark ends the list. */
export function continueList({ text, start, end }: Selected): Edit | undefined {
  if (start !== end) return undefined
  const from = text.lastIndexOf('\n', start - 1) + 1
  const [mark, indent = '', sign = '', number] =
    /^(\s*)([*+-]|(\d+)\.) /.exec(text.slice(from, start)) ?? []
  if (mark === undefined) return undefined
  if (from + mark.length === start) {
    return { start: from, end: start, text: '', selectStart: from, selectEnd: from }
  }
  const next = number === undefined ? sign : `${Number(number) + 1}.`
  const added = `\n${indent}${next} `
  const cursor = start + added.length
  return { start, end, text: added, selectStart: cursor, selectEnd: cursor }
}
