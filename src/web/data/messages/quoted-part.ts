import { withoutTrailing } from '../../../shared/rules/characters'

/** Marks of Markdown that a rendered text does not show. */
const marks = /[*_~`\s]/

/**
 * The part of a Markdown source that renders as the selected text. The selected text itself if that part cannot be told:
 * found never or twice, or with a mark on one side only.
 */
export function quotedPart(source: string, selected: string): string {
  const [shown, places] = withoutMarks(source)
  const [wanted] = withoutMarks(selected)
  const index = shown.indexOf(wanted)
  const isUnique = index >= 0 && index === shown.lastIndexOf(wanted)
  const [first, last] = [places[index], places[index + wanted.length - 1]]
  if (!isUnique || first === undefined || last === undefined) return selected
  const candidates = [
    [first, last + 1],
    [beforeMarks(source, first), last + 1],
    [first, afterMarks(source, last + 1)],
    [beforeMarks(source, first), afterMarks(source, last + 1)],
  ]
  const parts = candidates.map(([start, end]) => source.slice(start, end))
  return parts.find(isBalanced) ?? selected
}

/** The characters between marks and blanks, and their places in the text. */
function withoutMarks(text: string): [string, number[]] {
  const places = Array.from({ length: text.length }, (_, place) => place)
  const kept = places.filter((place) => !marks.test(text.charAt(place)))
  return [kept.map((place) => text.charAt(place)).join(''), kept]
}

function beforeMarks(source: string, start: number): number {
  return withoutTrailing(source.slice(0, start), '*_~`').length
}

function afterMarks(source: string, end: number): number {
  return end + (/^[*_~`]*/.exec(source.slice(end))?.[0].length ?? 0)
}

/** Whether each run of marks, such as `**`, stands an even number of times; the marks of list items do not count. */
function isBalanced(part: string): boolean {
  const runs = part.replace(/^[ \t]*\* /gm, '').match(/\*+|_+|~+|`+/g) ?? []
  return runs.every((run) => runs.filter((other) => other === run).length % 2 === 0)
}
