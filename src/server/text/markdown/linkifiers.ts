import type MarkdownIt from 'markdown-it'
import { RE2JS, RE2JSException } from 're2js'
import { readUrl, linkTarget, pushLink } from './links'
import { environmentOf } from './environment'
import type {
  CompiledLinkifier,
  Environment,
  LinkifiedSpan,
  LinkifierWork,
  RealmLinkifiers,
} from './environment'
import type { InlineRule } from './rules'
import { expandTemplate, variablesOf } from './url-template'

/** A linkifier as administrators write it: `#(?P<id>[0-9]+)` becomes a link to `https://t.test/{id}`. */
export interface Linkifier {
  pattern: string
  /** Template of RFC 6570. */
  urlTemplate: string
}

/** Refusal of a linkifier. Its message is a sentence for the author of the linkifier. */
export class LinkifierError extends Error {
  override name = 'LinkifierError'
}

/** Expressions around a match: a linkifier never begins or ends within a word. */
const before = String.raw`^|[\s\pZ'"(,:<*~|]`
const after = String.raw`$|[^\pL\pN]`
/** Name of the group around the pattern. */
export const match = 'parley_linkifier'

/** Max links in one text: some patterns read far to find each. */
export const mostLinks = 100
/**
 * Max steps of a compiled pattern; nearly each may be tried for each character of a text, so with this many
 * the longest message takes some tenths of a second. Repetitions multiply the steps.
 */
const mostSteps = 500

/**
 * Budget of linkifiers in a topic: some milliseconds. A realm's maximum of fifty, of forty steps each, takes
 * half of it for a long topic.
 */
const topicWork = 250_000

/** Checks and compiles a linkifier. @throws LinkifierError */
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
  return { expression, pattern, urlTemplate, groupNames }
}

function compilePattern(pattern: string): RE2JS {
  try {
    // Compiled alone first, so that the pattern cannot close the group around it.
    const alone = RE2JS.compile(pattern)
    if (alone.matcher('').find())
      throw new LinkifierError('Linkifier pattern must not match an empty text.')
    const expression = RE2JS.compile(`(?:${before})(?P<${match}>${pattern})(?:${after})`)
    if (expression.programSize() > mostSteps)
      throw new LinkifierError('Linkifier pattern is too complex: it repeats too much.')
    return expression
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    throw new LinkifierError(`Bad regular expression: ${error.message}`)
  }
}

/**
 * Parts of a text that linkifiers match; if they overlap, the earlier linkifier wins. Some patterns read to
 * the end of the text for each match, so every search is charged for that.
 */
function findSpans(
  linkifiers: RealmLinkifiers,
  text: string,
  work: LinkifierWork,
): LinkifiedSpan[] {
  const spans: LinkifiedSpan[] = []
  for (const { expression, urlTemplate, groupNames } of linkifiers) {
    const matcher = expression.matcher(text)
    const mayFind = (from: number) => {
      if (work.left <= 0) work.isCut = true
      else work.left -= expression.programSize() * (text.length - from + 1)
      return !work.isCut
    }
    let from = 0
    while (spans.length < mostLinks && from <= text.length && mayFind(from) && matcher.find(from)) {
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
 * Links of a topic, which itself stays plain text: matches of linkifiers, and URLs, in order of position.
 * Source: docs/protocol/markdown.md#topic-links.
 */
export function linksOfTopic(
  linkifiers: RealmLinkifiers,
  topic: string,
): { text: string; url: string }[] {
  const spans = findSpans(linkifiers, topic, { left: topicWork, isCut: false })
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

/** `fix #12`, if a linkifier matches. Source: docs/protocol/markdown.md#linkifiers. */
const linkified: InlineRule = (state, silent) => {
  // Links cannot be nested.
  if (state.linkLevel > 0) return false
  const span = spansByStart(environmentOf(state), state.src).get(state.pos)
  if (!span || span.end > state.posMax) return false

  if (!silent) {
    pushLink(state, span.url, state.src.slice(span.start, span.end))
  }
  state.pos = span.end
  return true
}

/** Links of a text by start. The rule asks at every character, so the text is searched once and cached. */
function spansByStart(environment: Environment, text: string): ReadonlyMap<number, LinkifiedSpan> {
  if (environment.linkified?.text !== text) {
    const spans = findSpans(environment.linkifiers, text, environment.linkifierWork)
    environment.linkified = { text, spans: new Map(spans.map((span) => [span.start, span])) }
  }
  return environment.linkified.spans
}

export function useLinkifiers(md: MarkdownIt.MarkdownIt): void {
  // Before plain text, which would consume letters that a match begins with, and after bare links.
  md.inline.ruler.before('text', 'parley_linkifier', linkified)
}
