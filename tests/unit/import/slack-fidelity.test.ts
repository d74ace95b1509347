import fc from 'fast-check'
import { markdownInsteadOfText } from '../../../src/server/moving/import/slack/blocks'
import { markdownOfMrkdwn } from '../../../src/server/moving/import/slack/mrkdwn'
import type { SlackNames } from '../../../src/server/moving/import/slack/names'
import { renderMarkdown } from '../../../src/server/text/markdown/render'
import { preformatted, richText, section, text, user } from '../../support/archives/slack-blocks'

const names: SlackNames = {
  user: () => ({ key: '10', name: 'Ada' }),
  group: () => undefined,
  conversation: () => undefined,
}

/** A visible character and its tags, such as `a/strong/em`. */
type Shown = string

const tagOf: Record<string, string> = { bold: 'strong', italic: 'em', strike: 'del', code: 'code' }
const watched = new Set(Object.values(tagOf))
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', nbsp: ' ' }

/** The visible characters of HTML with their tags, without blanks. */
function shownBy(html: string): Shown[] {
  const open: string[] = []
  const shown: Shown[] = []
  for (const [all, closing, tag, entity] of html.matchAll(
    /<(\/?)([a-z0-9]+)[^>]*>|&(#?\w+);|[^]/gu,
  )) {
    if (tag !== undefined) {
      if (!watched.has(tag)) continue
      if (closing) open.splice(open.lastIndexOf(tag), 1)
      else open.push(tag)
      continue
    }
    const sign = entity?.startsWith('#')
      ? String.fromCodePoint(Number(entity.slice(1)))
      : entity === undefined
        ? all
        : (entities[entity] ?? all)
    if (!/\s/.test(sign)) shown.push([sign, ...[...open].sort()].join('/'))
  }
  return shown
}

function htmlOf(markdown: string): string {
  const content = markdown.replace(/\u0001user:(\d+)\|([^\u0002]*)\u0002/g, '@**$2|$1**')
  const users = [{ id: 10, fullName: 'Ada', email: 'ada@ex.org' }]
  return renderMarkdown(content, { named: { users, groups: [], streams: [] } }).html
}

const signs = [
  ...[
    'a',
    'b',
    ' ',
    ' ',
    '*',
    '**',
    '_',
    '~',
    '~~',
    '`',
    '```',
    '@',
    '#',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
  ],
  ...[
    '&',
    'nbsp;',
    '#42;',
    '$',
    '|',
    '-',
    '+',
    '1',
    '.',
    '\n',
    '!',
    '\\',
    ':',
    '/',
    '@**all**',
    '](x',
  ],
  ...['time:2024-01-01>', 'avatar(x)', 'https://ex.org/a'],
]
const typed = fc
  .array(fc.constantFrom(...signs), { minLength: 1, maxLength: 8 })
  .map((all) => all.join(''))
const style = fc.record({ bold: fc.boolean(), italic: fc.boolean(), strike: fc.boolean() })
const element = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(typed, style).map(([value, own]) => text(value, own)) },
  { weight: 1, arbitrary: typed.map((value) => text(value, { code: true })) },
  { weight: 1, arbitrary: style.map((own) => user('U1', own)) },
)

function expectedOf(elements: readonly ReturnType<typeof text>[]): Shown[] {
  return elements.flatMap((each) => {
    const tags = Object.entries((each as { style?: object }).style ?? {})
      .filter(([, isOn]) => isOn === true)
      .map(([name]) => tagOf[name] ?? '')
    const characters = each.type === 'user' ? '@Ada' : each.text
    return [...characters]
      .filter((sign) => !/\s/.test(sign))
      .map((sign) => [sign, ...tags.sort()].join('/'))
  })
}

/** Source: docs/protocol/import.md#unescaped. */
describe('an import from Slack', () => {
  it('shows each character in its style', () => {
    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 5 }), (elements) => {
        const given = elements as ReturnType<typeof text>[]
        const blocks = [richText(section(...given))]
        const markdown = markdownInsteadOfText({ text: '', blocks }, names, () => undefined) ?? ''
        expect(shownBy(htmlOf(markdown))).toEqual(expectedOf(given))
      }),
      { numRuns: Number(process.env.RUNS ?? 150) },
    )
  })

  it('shows code character by character, blanks included', () => {
    fc.assert(
      fc.property(typed, (code) => {
        const blocks = [richText(preformatted(text(code)))]
        const markdown = markdownInsteadOfText({ text: '', blocks }, names, () => undefined) ?? ''
        const html = /<code>([^]*)\n<\/code>/.exec(htmlOf(markdown))?.[1] ?? ''
        const plain = html.replace(/&(lt|gt|amp);/g, (_all, name: string) => entities[name] ?? '')
        expect(plain).toBe(code)
      }),
      { numRuns: Number(process.env.RUNS ?? 150) },
    )
  })

  it('shows each character of mrkdwn that is no mark', () => {
    const escape = (value: string) =>
      value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    fc.assert(
      fc.property(typed, (value) => {
        const shown = shownBy(htmlOf(markdownOfMrkdwn(escape(value), names)))
        const marks = /[*_~`>]/
        const characters = shown.map((each) => each.charAt(0)).filter((sign) => !marks.test(sign))
        // Dashes and numbers begin items.
        const text = value.replace(/^[ \t]*(?:-|\d+\.) (?=[ \t]*\S)/gm, '')
        expect(characters).toEqual(
          [...text].filter((sign) => !/\s/.test(sign) && !marks.test(sign)),
        )
      }),
      { numRuns: Number(process.env.RUNS ?? 150) },
    )
  })
})
