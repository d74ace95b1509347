import { nestsFences, openFences } from '../../../shared/rules/fences'

/** The reference being typed before the cursor: its kind and its text so far. */
export type Wanted = (
  | { kind: 'mention'; isSilent: boolean }
  | { kind: 'stream' }
  | { kind: 'topic'; streamName: string }
  | { kind: 'emoji' }
  | { kind: 'command' }
  | { kind: 'language' }
) & {
  /** The typed part of the name. */
  query: string
  /** Start of the text that a suggestion replaces. */
  start: number
}

/** Max length of a query. */
const longest = 80

/** Marks of emphasis may stand before a mention. */
const before = String.raw`(?<=(?:^|[\s'"(,:<[{/-])[*~]{0,3})`
const mention = new RegExp(before + String.raw`@(_?)\*{0,2}(?![\s*])([^\n@*]*)$`, 'u')
const topic = new RegExp(before + String.raw`#\*\*([^\n*>]+)>([^\n*]*)$`, 'u')
const stream = new RegExp(before + String.raw`#\*{0,2}(?![\s*#])([^\n#*>]*)$`, 'u')
/** From two characters on, because `:p` is an emoticon. */
const emoji = /(?<=^|[\s'"(,[{*]):([\p{L}\p{M}\p{N}_+-]{2,})$/u

/** Commands are only recognized at the start of a message. Source: docs/protocol/messages.md#widget-start. */
const command = /^\/([a-z]*)$/

/** The language of code, in the line that opens its fence. */
const language = /^(?: {0,3}> ?)* {0,3}(?:`{3,}|~{3,})[ \t]*([\w#+]+)$/

/** @returns undefined if there is no reference, and in code */
export function findWanted(text: string, cursor: number): Wanted | undefined {
  const begun = command.exec(text.slice(0, Math.min(cursor, longest)))
  if (begun && cursor === text.length) return { kind: 'command', query: begun[1] ?? '', start: 0 }
  const lineStart = text.lastIndexOf('\n', cursor - 1) + 1
  const line = text.slice(Math.max(lineStart, cursor - longest), cursor)
  const [, query] = language.exec(line) ?? []
  if (query !== undefined && !isInCode(text.slice(0, lineStart))) {
    return { kind: 'language', query, start: cursor - query.length }
  }
  const found = findInLine(line)
  if (!found || isInCode(text.slice(0, cursor))) return undefined
  const { length, ...wanted } = found
  return { ...wanted, start: cursor - length }
}

type Found = Wanted extends infer W ? (W extends Wanted ? Omit<W, 'start'> : never) : never

function findInLine(line: string): (Found & { length: number }) | undefined {
  const mentioned = mention.exec(line)
  if (mentioned) {
    const [all, silent, query = ''] = mentioned
    return { kind: 'mention', isSilent: silent === '_', query, length: all.length }
  }
  const topical = topic.exec(line)
  if (topical) {
    const [all, streamName = '', query = ''] = topical
    return { kind: 'topic', streamName, query, length: all.length }
  }
  const linked = stream.exec(line)
  if (linked) return { kind: 'stream', query: linked[1] ?? '', length: linked[0].length }
  const drawn = emoji.exec(line)
  if (drawn) return { kind: 'emoji', query: drawn[1] ?? '', length: drawn[0].length }
  return undefined
}

/** Whether text appended here would be in a code block or code span. Source: docs/protocol/markdown.md#fences. */
export function isInCode(text: string): boolean {
  const lineStart = text.lastIndexOf('\n') + 1
  const innermost = openFences(text.slice(0, lineStart)).at(-1)
  if (innermost && !nestsFences(innermost)) return true
  return (text.slice(lineStart).split('`').length - 1) % 2 === 1
}
