import { quote, spoiler } from '../../../../src/server/chat/rules/messages/quoting'
import { renderMarkdown } from '../../../../src/server/text/markdown/render'
import { closeFences, encloseMarkdown, openFences } from '../../../../src/shared/rules/fences'
import { quoteOf } from '../../../../src/web/data/messages/quote'

const closings = (text: string) => openFences(text).map(({ closing }) => closing)

/** Texts that leave fences open. */
const openTexts = [
  '```\ncode',
  '~~~~ js\ncode\n~~~',
  'a\n  ```python\nx = 1',
  '```spoiler The *end*, in full\nhidden',
  '```{.Spoiler}\nhidden',
  '````quote\nsaid\n```\ncode',
  '~~~Quoted\n```math\nx^2',
  '* item\n  ```\n  code',
  'a\r\n```\r\ncode',
  '```\n```\n```',
]

describe('open fences', () => {
  it('are closed only by a matching line', () => {
    expect(closings('```\n~~~\n````\n``` ')).toEqual([])
    expect(closings('````\n```')).toEqual(['````'])
    expect(closings('``` not a fence\n`x`')).toEqual([])
    expect(closings('```  js  ')).toEqual(['```'])
    expect(closings('``` two words\n~~~x~~~')).toEqual([])
    expect(closings('    ```\n\t~~~')).toEqual([])
    expect(closings('```spoiler with `code`')).toEqual([])
    expect(closings('```quote\n~~~spoiler x\n  ```js')).toEqual(['```', '~~~', '  ```'])
    expect(closeFences('no fence')).toBe('no fence')
  })

  it.each(openTexts)('end where the text ends in %j', (text) => {
    expect(closeFences(text)).not.toBe(text)
    expect(openFences(closeFences(text))).toEqual([])
    const enclosed = [
      quoteOf({ senderId: 1, senderName: 'Ada', link: '#narrow', text }, 'said'),
      quote(text),
      spoiler('Note', text),
      encloseMarkdown(text, 'quote', '~'),
      closeFences(text),
    ]
    for (const markdown of enclosed) {
      const { html } = renderMarkdown(`${markdown}\n\nmy reply`, {
        named: { users: [], groups: [], streams: [] },
      })
      expect(html).toMatch(/<p>my reply<\/p>$/)
    }
  })

  it.each([
    ' '.repeat(30_000),
    '`'.repeat(30_000),
    '~~~'.repeat(10_000),
    `\`\`\`${' '.repeat(30_000)}a b`,
    `a${' '.repeat(30_000)}\n\`\`\``,
    `${' '.repeat(30_000)}\`\`\``,
    `${'\t \n'.repeat(10_000)}`,
    '```spoiler x\n'.repeat(2_000),
    ' ```\n'.repeat(6_000),
  ])('are found in one pass over a long text (%#)', (text) => {
    const steps = jest.spyOn(String.prototype, 'charCodeAt')
    try {
      openFences(text)
      expect(steps.mock.calls.length).toBeLessThan(4 * text.length)
    } finally {
      steps.mockRestore()
    }
  })
})
