import { emojiCodeToNames } from '../../../../src/server/text/markdown/emoji'
import { compileLinkifier } from '../../../../src/server/text/markdown/linkifiers'
import { RenderError } from '../../../../src/server/text/markdown/render'
import { acme, linkTo, render, renderInline } from './support'

const messageBytes = 10_000

function filledWith(unit: string): string {
  return unit.repeat(Math.ceil(messageBytes / unit.length)).slice(0, messageBytes)
}

/** Inputs that make a Markdown parser backtrack or look ahead endlessly, or nest too deep. */
const hostile = [
  ...['[', '[](', '[a](', '[a](<', '![', '[[]', '*', '*a', '*a ', '***a', '~~a', '`', '`a'],
  ...['> ', '>', '* ', '- ', '* > ', '> * ', '  * a\n', '* a\n\n', '> a\n\n', '```quote\n'],
  ...['$$', '$$a', '$$\\a$$', '@**', '@**a', '@*a', '#**a', ':a', '!avatar(', '&#', '&a'],
  ...['http://', 'https://a@', 'http://[::', 'https://a.com/(', 'a.', 'a@a.', 'a.b@', '1.a-'],
  ...[
    '<time:',
    '<time:1> ',
    '#**a>',
    '# ',
    '# a\n',
    '1.',
    '1. ',
    '1. > ',
    '  1. a\n',
    '10. a\n  1. b\n',
  ],
  ...[
    '```spoiler\n',
    '```spoiler a\n> ',
    '~~~spoiler ',
    ':a:',
    '[](',
    '👩\u200d',
    '1\ufe0f',
    '🇩',
    '😀\ufe0f',
    '😀\ufe0e',
  ],
  ...['|', '|-', 'a|b\n-|-\n', '    a\n', '```x ', '1. a\n', '\\', '\t', '\n', '\ud800', '\0'],
]

/** Each construct with the shortest text that makes it: full of these, a message has the most HTML. */
const constructs = [
  ...[
    '👍',
    '㊗',
    '◾',
    '©️',
    '1️⃣',
    '🇩🇪',
    '👩‍💻',
    ':smile: ',
    ':p:',
    ':p: ',
    ':zulip:',
    ':partycat:',
    '<3 ',
    ':)  ',
  ],
  ...['$$x$$ ', '$$x$$', '$$\\frac{a}{b}$$', '$$\\vec a$$', '$$\\sqrt x$$', '```math\nx\n```\n'],
  ...[
    '@**|1** ',
    '@_**|1** ',
    '@**|2** ',
    '@**all** ',
    '@**topic** ',
    '@*a* ',
    `@*${'&'.repeat(100)}* `,
  ],
  ...['#**a** ', '#**a>** ', '#**a>t@1** ', `#**${'&'.repeat(60)}** `, `#**a>${'"'.repeat(60)}** `],
  ...[
    '!avatar(x) ',
    '!avatar(&&&&&) ',
    'http://a.b ',
    'a.de ',
    'a@b.de ',
    '[a](b) ',
    '[](&&&) ',
    '[]("")',
    '#1 ',
  ],
  ...[
    'https://a.b/c.png\n\n',
    '[a.mp3](http://a.b/c.mp3) ',
    '[a](/user_uploads/1/ab/c.png) ',
    '<time:1>',
  ],
  ...[
    '*a* ',
    '**a** ',
    '~~a~~ ',
    '`a` ',
    '"',
    '&',
    '<',
    'a\n',
    'a\n\n',
    '# a\n',
    '> a\n\n',
    '> > a\n\n',
  ],
  ...[
    '* a\n',
    '* a\n\n',
    '1. a\n',
    '---\n',
    'a|b\n-|-\nc|d\n\n',
    '```\n\n```\n',
    '```js\na;\n```\n',
  ],
  ...['```spoiler a\nb\n```\n', '```spoiler\n```\n', '```quote\na\n```\n'],
]

/** Names that take the most HTML: every character is escaped, or is two units. */
const costly = {
  users: [
    { id: 1, fullName: '&'.repeat(100), email: 'a@x.test' },
    { id: 2, fullName: '😀'.repeat(100), email: 'b@x.test' },
  ],
  groups: [
    { id: 5, name: 'a', memberIds: [1] },
    { id: 6, name: '&'.repeat(100), memberIds: [] },
  ],
  streams: [
    { id: 7, name: 'a' },
    { id: 8, name: '&'.repeat(60) },
  ],
  realmEmoji: acme.realmEmoji ?? {},
}
const issues = compileLinkifier({ pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://t.test/{id}' })

function filledWithBytes(unit: string): string {
  return unit.repeat(Math.floor(messageBytes / Buffer.byteLength(unit)))
}

/** The emoji whose names are the longest for the bytes of their characters, and of their own names. */
function everyEmoji(): [name: string, typed: string][] {
  const all = Object.entries(emojiCodeToNames).flatMap(([code, names]) => {
    const sign = String.fromCodePoint(...code.split('-').map((part) => parseInt(part, 16)))
    return [sign, ...names.map((name) => `:${name}:`)].map((typed) => ({
      typed,
      share: (names[0] ?? '').length / Buffer.byteLength(typed),
    }))
  })
  all.sort((a, b) => b.share - a.share)
  return all.slice(0, 5).map(({ typed }) => [typed, typed])
}

describe('limits', () => {
  it.each(hostile)('terminates on %j', (unit) => {
    expect(() => {
      try {
        render(filledWith(unit), { translateEmoticons: true })
      } catch (error) {
        if (!(error instanceof RenderError)) throw error
      }
    }).not.toThrow()
  })

  it('terminates on code whose language has slow patterns', () => {
    for (const language of ['csharp', 'css', 'javascript', 'perl', 'typescript']) {
      expect(render(`\`\`\`${language}\n${filledWith('$a.')}`).html).not.toContain('<span class')
    }
  })

  it.each(constructs)('renders a message full of %j', (unit) => {
    const { html } = render(filledWithBytes(unit), {
      ...{ named: costly, linkifiers: [issues], translateEmoticons: true },
    })
    expect(html.length).toBeGreaterThan(1_000)
  })

  it.each(everyEmoji())('renders a message full of %s', (_, emoji) => {
    expect(render(filledWithBytes(emoji)).html).not.toBe('')
  })

  it('typesets every formula of a message', () => {
    const { html } = render('$$x$$ '.repeat(1_660))
    expect(html.split('<span class="katex">').length - 1).toBe(1_660)
  })

  it('leaves out formulas and colors before it refuses a message', () => {
    const named = { ...acme, users: [{ id: 1, fullName: '&'.repeat(100), email: 'a@x.test' }] }
    const { html } = render(`${'$$\\vec a$$'.repeat(440)} ${'@**|1** '.repeat(690)}`, { named })
    expect(html.split('<span class="tex-error">').length - 1).toBe(440)
    expect(html.split('user-mention').length - 1).toBe(690)
  })

  it('says why it refuses a text', () => {
    const urlTemplate = `https://t.test/${'{id}'.repeat(110)}`
    const linkifier = compileLinkifier({ pattern: '#(?P<id>[0-9]+)', urlTemplate })
    expect(() => render(`#${'1'.repeat(9_900)}`, { linkifiers: [linkifier] })).toThrow(
      'Unable to render message: its HTML has 1098938 characters (limit: 1000000 characters)',
    )
    expect(() => render('x'.repeat(1_000_001))).toThrow(
      'Unable to render message: its text has 1000001 characters (limit: 1000000 characters)',
    )
  })

  it('shows long code without colors, but completely', () => {
    const { html } = render(`\`\`\`js\n${filledWith('a;\n')}`)
    expect(html).toContain(`<span></span><code>${'a;\n'.repeat(3333)}`)
  })

  it('shows the text of too deeply nested quotes and lists', () => {
    expect(render(`${'>'.repeat(200)} deep`).html).toContain('deep</p>')
    expect(render(`${'* '.repeat(200)} deep`).html).toContain('deep</li>')
  })

  it('leaves a table with too many cells as text', () => {
    const lines = ['|a'.repeat(200), '|-'.repeat(200), ...Array<string>(50).fill('b')]
    expect(render(lines.join('\n')).html).not.toContain('<table>')
  })

  it('does not let a formula define, print or link', () => {
    expect(renderInline('$$\\def\\a{b}\\a$$')).toContain('class="tex-error"')
    expect(renderInline('$$\\message{hi}$$')).toContain('class="tex-error"')
    expect(renderInline('$$\\href{https://ex.org}{x}$$')).not.toContain('<a ')
  })
})

describe('safety', () => {
  it('lets no HTML of a user through, wherever it is put', () => {
    const evil = '"><evil onload=alert(1)>'
    const named = {
      users: [{ id: 1, fullName: evil, email: `${evil}@x.test` }],
      groups: [{ id: 2, name: evil, memberIds: [] }],
      streams: [
        { id: 3, name: evil },
        { id: 4, name: 's' },
      ],
    }
    const content = [
      ...[evil, `*${evil}*`, `\`${evil}\``, `[${evil}](https://ex.org/${evil})`, `> ${evil}`],
      ...[`https://ex.org/${evil}`, `@**${evil}**`, `@*${evil}*`, `#**${evil}**`, `$$${evil}$$`],
      ...[`!avatar(${evil})`, `:${evil}:`, `\`\`\`${evil}`, `\`\`\`js\n${evil}\n\`\`\``],
      ...[`# ${evil}`, `1. ${evil}`, `<time:${evil}>`, `\`\`\`spoiler ${evil}\n${evil}\n\`\`\``],
      ...[
        `#**${evil}>${evil}**`,
        `#**s>${evil}**`,
        `#**s>${evil}@1**`,
        `[](https://ex.org/${evil})`,
      ],
      ...[`https://ex.org/a.mp4?${evil}`, `[${evil}](/user_uploads/1/ab/${evil}.mp4)`],
      ...[`a|b\n-|-\n${evil}|x`, `* ${evil}`, `    ${evil}`],
    ].join('\n\n')

    const { html } = render(content, { named })
    expect(html).toContain('@"&gt;&lt;evil onload=alert(1)&gt;</span>')
    const withoutValues = html.replace(/="[^"]*"/g, '')
    expect(withoutValues).not.toMatch(/<evil|<[^>]*onload/)
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'java\u0000script:x',
    '&#106;avascript:x',
    '\u0001javascript:x',
    'http://chat.acme.test/javascript:alert(1)',
    'http://chat.acme.test//ex.org',
    'http://chat.acme.test/\\/ex.org',
  ])('makes no link to a script or away from the own page: %j', (url) => {
    const hrefs = [...render(`[t](${url}) ${url}`).html.matchAll(/href="([^"]*)"/g)]
    expect(hrefs.every(([, href]) => /^https?:\/\//.test(href ?? ''))).toBe(true)
  })

  it('does not mistake names of built-ins for languages, emoji or files', () => {
    const { html } = render('```constructor\nx\n```\n:constructor: :__proto__:')
    expect(html).toBe(
      '<div class="codehilite" data-code-language="constructor"><pre><span></span><code>x\n</code></pre></div>\n' +
        '<p>:constructor: :__proto__:</p>',
    )
  })

  it('reads a lone surrogate as an unknown character', () => {
    expect(renderInline('a\ud800b !avatar(\ud800)')).not.toMatch(/[\ud800-\udfff]/)
  })

  it('keeps balanced brackets in a URL', () => {
    expect(renderInline('http://ex.org/?q=[1]&r=(2))')).toBe(
      `${linkTo('http://ex.org/?q=[1]&amp;r=(2)')})`,
    )
  })
})
