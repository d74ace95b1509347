import { markdownInsteadOfText } from '../../../src/server/moving/import/slack/blocks'
import type { SlackNames } from '../../../src/server/moving/import/slack/names'
import { renderMarkdown } from '../../../src/server/text/markdown/render'
import {
  linkTo,
  list,
  preformatted,
  quote,
  richText,
  section,
  text,
  user,
} from '../../support/archives/slack-blocks'
import { asRecords } from '../../support/checked'

const names: SlackNames = {
  user: (id) => (id === 'U1' ? { key: '10', name: 'Ada' } : undefined),
  group: (id) => (id === 'S1' ? { key: 'crew', name: 'crew' } : undefined),
  conversation: (id) =>
    id === 'C1' ? { key: 'general', name: 'general', isStream: true } : undefined,
}

const [bold, italic, strike, code] = [
  { bold: true },
  { italic: true },
  { strike: true },
  { code: true },
]

function markdownOf(...elements: object[]) {
  const reasons: string[] = []
  const blocks = [richText(...asRecords(elements))]
  const markdown = markdownInsteadOfText({ text: 'x', blocks }, names, (each) => reasons.push(each))
  return { markdown: markdown ?? '', reasons }
}

/** The HTML that readers get, with the names of an import. */
function shown(...elements: object[]): string {
  const content = markdownOf(...elements)
    .markdown.replace(/\u0001user:(\d+)\|([^\u0002]*)\u0002/g, '@**$2|$1**')
    .replace(/\u0001group:([^|]*)\|[^\u0002]*\u0002/g, '@_*$1*')
    .replace(/\u0001stream:([^|]*)\|[^\u0002]*\u0002/g, '#**$1**')
  return renderMarkdown(content, {
    named: {
      users: [{ id: 10, fullName: 'Ada', email: 'ada@ex.org' }],
      groups: [{ id: 5, name: 'crew', memberIds: [10] }],
      streams: [{ id: 7, name: 'general' }],
    },
  }).html
}

const ada = '<span class="user-mention" data-user-id="10">@Ada</span>'
const paragraph = (html: string) => `<p>${html}</p>`

/** Source: docs/protocol/import.md#rich-text. */
describe('text of the editor of Slack', () => {
  it('keeps code as it was, character by character', () => {
    const lines = preformatted(
      linkTo('https://a.ex.org'),
      text('\n'),
      linkTo('https://b.ex.org', 'b'),
      text('\n    x = "*a*"  # &nbsp;\n\n\ty ```\n'),
      user('U1'),
      { type: 'emoji', name: 'clap', skin_tone: 5 },
      { type: 'channel', channel_id: 'C1' },
      { type: 'broadcast', range: 'here' },
      text('\n```\n  end'),
    )
    expect(markdownOf(lines).markdown).toBe(
      '````\nhttps://a.ex.org\nb\n    x = "*a*"  # &nbsp;\n\n\ty ```\n' +
        '@Ada:clap::skin-tone-5:#general@here\n```\n  end\n````',
    )
    expect(shown(preformatted(text('  a\n\n\n  b  ')))).toContain('<code>  a\n\n\n  b  \n</code>')
  })

  it.each([
    [[text(' x  y ', code)], '<code> x  y </code>'],
    [[text('a', code), text('b', code)], '<code>ab</code>'],
    [[text('a`b', code)], '<code>a`b</code>'],
    [[text('a', { ...code, ...bold })], '<strong><code>a</code></strong>'],
    [[user('U1', code), text(' &nbsp;', code)], '<code>@Ada &amp;nbsp;</code>'],
    [[text('one\ntwo', code)], '<code>one</code><br>\n<code>two</code>'],
  ])('keeps code in a line: %j', (elements, html) => {
    expect(shown(section(...elements))).toBe(paragraph(html))
  })

  it.each([
    [[user('U1', bold)], `<strong>${ada}</strong>`],
    [[user('U1', { ...bold, ...italic })], `<strong><em>${ada}</em></strong>`],
    [[user('U1', strike), text(' gone', strike)], `<del>${ada} gone</del>`],
    [[text('hi '), user('U1', italic), text('!')], `hi <em>${ada}</em>!`],
    [[text('x'), user('U1'), text('y')], `x\ufeff${ada}y`],
    [[text('x'), user('U1', bold)], `x\ufeff<strong>${ada}</strong>`],
    [[text('a', bold), user('U1')], `<strong>a</strong>\ufeff${ada}`],
    [
      [{ type: 'usergroup', usergroup_id: 'S1', style: bold }],
      '<strong><span class="user-group-mention silent" data-user-group-id="5">crew</span></strong>',
    ],
    [
      [{ type: 'channel', channel_id: 'C1', style: bold }],
      '<strong><a class="stream" data-stream-id="7" href="/#narrow/channel/7-general">#general</a></strong>',
    ],
    [
      [{ type: 'broadcast', range: 'channel', style: { ...bold, ...italic } }],
      '<strong><em><span class="user-mention channel-wildcard-mention" data-user-id="*">@channel</span></em></strong>',
    ],
  ])('mentions within emphasis and beside letters: %j', (elements, html) => {
    expect(shown(section(...elements))).toBe(paragraph(html))
  })

  it.each([
    [[text('a', bold), text('b')], '<strong>a</strong>b'],
    [[text('a', bold), text('b', italic)], '<strong>a</strong>\ufeff<em>b</em>'],
    [[text('a', italic), text('b', bold)], '<em>a</em>\ufeff<strong>b</strong>'],
    [[text('a', bold), text('b', { ...bold, ...italic })], '<strong>a\ufeff<em>b</em></strong>'],
    [
      [text('a', italic), text('b', { ...bold, ...italic }), text('c', italic)],
      '<em>a\ufeff<strong>b</strong>c</em>',
    ],
    [[text(' a ', bold), text('b')], ' <strong>a</strong> b'.trim()],
    [[text('a\nb', bold)], '<strong>a</strong><br>\n<strong>b</strong>'],
    [[text('@'), text('all', bold)], '&#64;<strong>all</strong>'],
    [
      [{ type: 'broadcast', range: 'everyone' }, text('x', bold)],
      `<span class="user-mention channel-wildcard-mention" data-user-id="*">@everyone</span>\ufeff<strong>x</strong>`,
    ],
  ])('keeps styles side by side: %j', (elements, html) => {
    expect(shown(section(...elements))).toBe(paragraph(html))
  })

  it.each([
    ['2*3*4', '2&#42;3&#42;4'],
    ['&nbsp; &amp; a&b', '&amp;nbsp; &amp;amp; a&amp;b'],
    ['`x` ~~y~~ $$z$$', '&#96;x&#96; &#126;&#126;y&#126;&#126; &#36;&#36;z&#36;&#36;'],
    ['[a](https://ex.org)', '[a]&#40;<a href="https://ex.org">https://ex.org</a>)'],
    ['# a', '&#35; a'],
    ['> a', '&#62; a'],
    ['* a', '&#42; a'],
    ['---', '&#45;--'],
    ['a | b\n--|--', 'a | b<br>\n&#45;-|--'],
    ['<time:2024-01-01> !avatar(x)', '&lt;time:2024-01-01&gt; &#33;avatar(x)'],
    [
      '@**all** @*crew* #**general**',
      '@&#42;&#42;all&#42;&#42; @&#42;crew&#42; #&#42;&#42;general&#42;&#42;',
    ],
    ['    four', '\u00a0\u00a0\u00a0\u00a0four'],
  ])('shows what was typed as text: %j', (typed, html) => {
    expect(shown(section(text(typed)))).toBe(paragraph(html))
  })

  it('has lists within lists, with their numbers and lines', () => {
    const html = shown(
      section(text('Steps\n')),
      list('ordered', { offset: 2 }, [text('three')], [text('four\nmore')]),
      list('bullet', { indent: 1 }, [text('- inner', bold)], [text('1. x')]),
      list('ordered', { offset: 4 }, [user('U1')]),
      section(text('after')),
    )
    expect(html.replaceAll('\n', '')).toBe(
      '<p>Steps</p><ol start="3"><li>three</li><li>four<br>more<ul><li><strong>- inner</strong></li>' +
        `<li>1&#46; x</li></ul></li><li>${ada}</li></ol><p>after</p>`,
    )
    // An item deeper than its list would be code.
    expect(shown(list('bullet', { indent: 3 }, [text('deep')]))).toBe('<ul>\n<li>deep</li>\n</ul>')
  })

  it('quotes text, lists and code', () => {
    const html = shown(
      quote(text('said '), text('so', bold), text('\n# twice')),
      { ...list('bullet', {}, [text('one')]), border: 1 },
      { ...preformatted(text('x = 1\n\n  y')), border: 1 },
      section(text('after')),
    )
    expect(html.replaceAll('\n', '')).toBe(
      '<blockquote><p>said <strong>so</strong><br>&#35; twice</p><ul><li>one</li></ul>' +
        '<div class="codehilite"><pre><span></span><code>x = 1  y</code></pre></div></blockquote><p>after</p>',
    )
    expect(markdownOf(quote(text('a\n\nb')), section(text('c'))).markdown).toBe('> a\n>\n> b\n\nc')
  })

  it.each([
    [
      [text('see '), linkTo('https://ex.org/a.'), text(' ok')],
      'see [https://ex.org/a.](https://ex.org/a.) ok',
    ],
    [[linkTo('https://ex.org/a'), text('.')], 'https://ex.org/a.'],
    [[linkTo('https://ex.org/a'), text('/b')], '[https://ex.org/a](https://ex.org/a)/b'],
    [
      [linkTo('https://ex.org', 'a [b] `c` *d*', bold)],
      '**[a &#91;b&#93; &#96;c&#96; &#42;d&#42;](https://ex.org)**',
    ],
    [[linkTo('https://ex.org', 'a[0]', code)], '[`a[0]`](https://ex.org)'],
    [[linkTo('mailto:a@ex.org', 'a@ex.org')], 'a@ex.org'],
    [[linkTo('mailto:a@ex.org', 'Mail me')], '[Mail me](mailto:a@ex.org)'],
    [[linkTo('tel:+491', '+49 1')], '[+49 1](tel:+491)'],
    [[linkTo('slack://x', 'open')], 'open (slack://x)'],
    [
      [{ type: 'date', timestamp: 1392734382, format: '{date}', fallback: 'Feb' }],
      '<time:2014-02-18T14:39:42Z>',
    ],
    [
      [{ type: 'date', timestamp: 1392734382, url: 'https://ex.org/c', fallback: 'Feb' }],
      '[<time:2014-02-18T14:39:42Z>](https://ex.org/c)',
    ],
    [[{ type: 'color', value: '#F405B3' }], '#F405B3'],
    [[{ type: 'team', team_id: 'T1' }], '@T1'],
    [[user('U9')], '@U9'],
    [[{ type: 'emoji', name: 'tada', unicode: '1f389' }], ':tada:'],
    [[{ type: 'emoji', name: 'clap', skin_tone: 5, unicode: '1f44f-1f3fe' }], '👏🏾'],
    [[{ type: 'emoji', name: 'of_next_year', unicode: '1fae9' }], '\u{1fae9}'],
    [[{ type: 'emoji', name: 'party_cat' }], ':party_cat:'],
  ])('has links, times and other elements: %j', (elements, markdown) => {
    expect(markdownOf(section(...elements)).markdown).toBe(markdown)
  })

  it('keeps the text of unknown elements and parts, and tells of them', () => {
    const { markdown, reasons } = markdownOf(
      section({ type: 'citation', text: 'p. 7', url: 'https://ex.org/7' }),
      { type: 'rich_text_aside', elements: [text('by the way')] },
    )
    expect(markdown).toBe('[p. 7](https://ex.org/7)\nby the way')
    expect(reasons).toEqual([
      'The element citation of a text is shown as text.',
      'The part rich_text_aside of a text is shown as text.',
    ])
  })
})
