import { encloseCode } from '../../../../shared/rules/fences'
import { numberOf, rowsOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { codeLanguage } from '../markup/code-language'
import { guardItemStart } from '../markup/literal'
import { depthBelow, indentOf, joinLines } from './lines'
import type { Line } from './lines'
import type { SlackNames, Tell } from './names'
import { linesOfElements, plainOfElements, typeOf } from './rich-elements'

/** State that goes on from one part of a text to the next: the depth of the last item. */
interface Place {
  depth: number
}

/**
 * A rich_text block as Markdown.
 * @param tell receives the reasons why parts are changed
 * Source: docs/protocol/import.md#rich-text.
 */
export function markdownOfRichText(block: Row, names: SlackNames, tell: Tell): string {
  const place: Place = { depth: -1 }
  const lines = rowsOf(block, 'elements').flatMap((part) => linesOf(part, place, names, tell))
  return joinLines(lines).replace(/^\n+/, '').trimEnd()
}

/** The words of a rich_text block, for topics and quotes. */
export function plainOfRichText(block: Row, names: SlackNames): string {
  return rowsOf(block, 'elements')
    .flatMap((part) => (isList(part) ? rowsOf(part, 'elements') : [part]))
    .map((part) => plainOfElements(rowsOf(part, 'elements'), names))
    .join('\n')
}

function isList(part: Row): boolean {
  return textOf(part, 'type') === 'rich_text_list'
}

function linesOf(part: Row, place: Place, names: SlackNames, tell: Tell): Line[] {
  const elements = rowsOf(part, 'elements')
  const type = textOf(part, 'type')
  const isQuoted = type === 'rich_text_quote' || (numberOf(part, 'border') ?? 0) > 0
  if (isList(part)) {
    return itemsOf(part, place, names, tell).map((markdown) => ({
      ...{ kind: 'list', markdown, isQuoted },
    }))
  }
  place.depth = -1
  if (type === 'rich_text_preformatted') {
    const code = encloseCode(
      plainOfElements(elements, names),
      codeLanguage(textOf(part, 'language')),
    )
    return [{ kind: 'code', markdown: code, isQuoted }]
  }
  const isKnown = type === 'rich_text_section' || type === 'rich_text_quote'
  if (!isKnown) tell(`The part ${typeOf(part)} of a text is shown as text.`)
  // A part of an unknown kind may be an element itself.
  const shown = isKnown || elements.length > 0 ? elements : [part]
  const lines = linesOfElements(shown, names, tell)
  if (lines.at(-1) === '' && lines.length > 1) lines.pop()
  return lines.map((line) => ({ kind: 'text', markdown: guardItemStart(line), isQuoted }))
}

function itemsOf(list: Row, place: Place, names: SlackNames, tell: Tell): string[] {
  const first = 1 + (numberOf(list, 'offset') ?? 0)
  const isOrdered = textOf(list, 'style') === 'ordered'
  const depth = depthBelow(numberOf(list, 'indent') ?? 0, place.depth)
  place.depth = depth
  return rowsOf(list, 'elements').map((item, index) => {
    const marker = isOrdered ? `${first + index}.` : '*'
    const lines = linesOfElements(rowsOf(item, 'elements'), names, tell)
    // Lines below the first belong to the item by their indentation.
    return lines
      .filter((line, at) => line.trim() !== '' || at === 0)
      .map((line) => guardItemStart(line.trim()))
      .map((line, at) =>
        at === 0 ? `${indentOf(depth)}${marker} ${line}` : indentOf(depth + 1) + line,
      )
      .join('\n')
  })
}
