import type MarkdownIt from 'markdown-it'
import { RE2JS, RE2JSException } from 're2js'
import { readUrl } from './bare-urls'
import { environmentOf } from './environment'
import type { Environment } from './environment'
import { openLink } from './links'
import type { InlineRule } from './stock-rules'
import { expandTemplate, variablesOf } from './url-template'
import { linkAttributes, linkTarget } from './urls'

/** What administrators write: `#(?P<id>[0-9]+)` becomes a link to `https://t.test/{id}`. */
export interface Linkifier {
  pattern: string
  /** RFC 6570. */
  urlTemplate: string
}

/** A linkifier that is ready to search texts. */
export interface CompiledLinkifier {
  expression: RE2JS
  urlTemplate: string
  groupNames: readonly string[]
}

/** In the order in which they are tried. */
export type RealmLinkifiers = readonly CompiledLinkifier[]

/** A linkifier that cannot be. Its message is a sentence for whoever wrote it. */
export class LinkifierError extends Error {
  override name = 'LinkifierError'
}

/** What it matches stands between these: a linkifier never begins or ends within a word. */
const beforeMatch = String.raw`^|[\s\pZ'"(,:<*~|]`
const after = String.raw`$|[^\pL\pN]`
/** The group that the pattern becomes. */
const match = 'parley_linkifier'

/** Links of one text: some patterns read far to find each. */
const mostLinks = 100
/**
 * Steps of a compiled pattern, nearly each of which may be looked at for each character of a text:
 * with so many, the longest message takes some tenths of a second. Repeating multiplies them.
 */
const mostSteps = 500

/** @throws LinkifierError */
export function compileLinkifier({ pattern, urlTemplate }: Linkifier): CompiledLinkifier {
  const expression = compilePattern(pattern)
  const variables = variablesOf(urlTemplate)
  if (!variables || !/^https?:\/\/[^{]/i.test(urlTemplate)) {
    throw new LinkifierError('Invalid URL template.')
  }
  const groupNames = Object.keys(expression.namedGroups()).filter((name) => name !== match)
  const unused = groupNames.find((name) => !variables.includes(name))
  if (unused !== undefined) {
    throw new LinkifierError(
      `Group '${unused}' in linkifier pattern is not present in URL template.`,
    )
  }
  const unknown = variables.find((name) => !groupNames.includes(name))
  if (unknown !== undefined) {
    throw new LinkifierError(
      `Group '${unknown}' in URL template is not present in linkifier pattern.`,
    )
  }
  return { expression, urlTemplate, groupNames }
}

function compilePattern(pattern: string): RE2JS {
  try {
    // Alone first, so that it cannot close the group around it.
    const alone = RE2JS.compile(pattern)
    if (alone.matcher('').find())
      throw new LinkifierError('Linkifier pattern must not match an empty text.')
    const expression = RE2JS.compile(`(?:${beforeMatch})(?P<${match}>${pattern})(?:${after})`)
    if (expression.programSize() > mostSteps)
      throw new LinkifierError('Linkifier pattern is too complex: it repeats too much.')
    return expression
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    throw new LinkifierError(`Bad regular expression: ${error.message}`)
  }
}

interface Span {
  start: number
  end: number
  url: string
}

/** What linkifiers match in a text; of those that overlap, the first linkifier's. */
function findSpans(linkifiers: RealmLinkifiers, text: string): Span[] {
  const spans: Span[] = []
  for (const { expression, urlTemplate, groupNames } of linkifiers) {
    const matcher = expression.matcher(text)
    let from = 0
    while (spans.length < mostLinks && from <= text.length && matcher.find(from)) {
      const start = matcher.start(match)
      const end = matcher.end(match)
      from = Math.max(end, from + 1)
      if (end === start || spans.some((span) => start < span.end && span.start < end)) continue
      const values = groupNames.map((name) => [name, matcher.group(name) ?? undefined])
      const typed = expandTemplate(urlTemplate, Object.fromEntries(values) as Values)
      const url = linkTarget(typed, undefined)
      if (url !== undefined) spans.push({ start, end, url })
    }
  }
  return spans
}

type Values = Record<string, string | undefined>

/**
 * Links of a topic, which is shown as it is typed: what linkifiers match, and URLs, in their order.
 * Source: client notes 5, rule A; protocol notes 4.10.
 */
export function linksOfTopic(
  linkifiers: RealmLinkifiers,
  topic: string,
): { text: string; url: string }[] {
  const spans = findSpans(linkifiers, topic)
  for (const { index } of topic.matchAll(/https?:\/\//g)) {
    const found = readUrl(topic, index)
    const end = index + (found?.text.length ?? 0)
    if (!found || spans.some((span) => index < span.end && span.start < end)) continue
    spans.push({ start: index, end, url: found.href })
  }
  return spans
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }))
}

/** `fix #12`, where a linkifier says so. Source: protocol notes 8.2. */
const linkified: InlineRule = (state, silent) => {
  // A link cannot hold another one.
  if (state.linkLevel > 0) return false
  const span = spansByStart(environmentOf(state), state.src).get(state.pos)
  if (!span || span.end > state.posMax) return false

  if (!silent) {
    openLink(state, linkAttributes(span.url))
    state.push('text', '', 0).content = state.src.slice(span.start, span.end)
    state.push('link_close', 'a', -1)
  }
  state.pos = span.end
  return true
}

/** The rule is asked at every character: the text is searched once. */
function spansByStart(environment: Environment, text: string): ReadonlyMap<number, Span> {
  if (environment.linkified?.text !== text) {
    const spans = findSpans(environment.linkifiers, text)
    environment.linkified = { text, spans: new Map(spans.map((span) => [span.start, span])) }
  }
  return environment.linkified.spans
}

/** What was found in the text that is being read. */
export interface Linkified {
  text: string
  spans: ReadonlyMap<number, Span>
}

export function useLinkifiers(md: MarkdownIt.MarkdownIt): void {
  // Before plain text, which would take letters that a match begins with, and after bare links.
  md.inline.ruler.before('text', 'parley_linkifier', linkified)
}
