import { Liquid } from 'liquidjs'
import type { Template } from 'liquidjs'
import { codeBlock, quoteBlock } from '../message/fences'
import { bold, codeSpan, foreignText, link, withoutMentions } from '../message/inline'
import { startOf } from '../message/length'
import { utcMinute, utcMinuteOfIso } from '../message/times'

/*
 * Liquid templates over payloads. Outputs are texts from outside: on one line and without mentions, unless a filter says
 * otherwise. Source: docs/protocol/webhooks.md#templates.
 */

/** Max time of one rendering, in milliseconds, and max characters of a template. */
const maxMilliseconds = 50
const maxTemplateCharacters = 10_000
/** Bound of the objects and texts that one rendering makes, as Liquid counts them. */
const maxMemory = 1_000_000

/** Tags that read other templates. */
const forbiddenTags = ['include', 'render', 'layout', 'block']

/** A value of a template that cannot be used as it is. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const timeOf = (value: unknown) =>
  typeof value === 'number'
    ? utcMinute(value > largestSeconds ? value / 1_000 : value)
    : utcMinuteOfIso(textOf(value))

/** Larger numbers are milliseconds. */
const largestSeconds = 100_000_000_000

/** Filters whose output is Markdown. */
const markdownFilters: Readonly<Record<string, (value: unknown, ...more: unknown[]) => string>> = {
  bold: (value) => bold(textOf(value)),
  code: (value) => codeSpan(textOf(value)),
  fence: (value, language) =>
    textOf(value).trim() ? codeBlock(textOf(value), textOf(language)) : '',
  link: (value, url) => link(textOf(value), textOf(url)),
  quote: (value) =>
    textOf(value).trim() ? quoteBlock(withoutMentions(startOf(textOf(value)))) : '',
  text: (value) => withoutMentions(startOf(textOf(value))).trim(),
}

const engine = makeEngine()

function makeEngine(): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    jsTruthy: true,
    outputEscape: (value: unknown) => foreignText(textOf(value)),
    parseLimit: maxTemplateCharacters,
    renderLimit: maxMilliseconds,
    memoryLimit: maxMemory,
    templates: {},
  })
  for (const [name, handler] of Object.entries(markdownFilters)) {
    liquid.registerFilter(name, { handler, raw: true })
  }
  liquid.registerFilter('time', timeOf)
  for (const tag of forbiddenTags) Reflect.deleteProperty(liquid.tags, tag)
  return liquid
}

/** The facts that a template may use. */
export interface TemplateScope {
  body: unknown
  headers: Readonly<Record<string, string | undefined>>
  query: Readonly<Record<string, string>>
}

/** A template that cannot be parsed or rendered. */
export class TemplateError extends Error {
  override name = 'TemplateError'
}

/** A parsed template. */
export interface CompiledTemplate {
  /** @throws TemplateError beyond the bounds of time and memory, and for a filter that fails */
  render(scope: TemplateScope): string
}

/** @throws TemplateError that names the line */
export function compileTemplate(source: string): CompiledTemplate {
  const parsed = attempt(() => engine.parse(source))
  return { render: (scope) => renderTemplate(parsed, scope) }
}

function renderTemplate(parsed: Template[], scope: TemplateScope): string {
  return textOf(attempt(() => engine.renderSync(parsed, scope) as unknown))
}

function attempt<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof Error) {
      throw new TemplateError(error.message, { cause: error })
    }
    throw error
  }
}
