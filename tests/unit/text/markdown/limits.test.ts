import { RenderError } from '../../../../src/server/text/markdown/render'
import { linkTo, render, renderInline } from './support'

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

  it('refuses too much HTML', () => {
    expect(() => render(filledWith(':a: '))).toThrow(RenderError)
    expect(() => render('x'.repeat(100_001))).toThrow('Unable to render message')
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
  ])('never links to a script or away from the own page: %j', (url) => {
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
