import { foldMixedQuotes } from '../../../src/server/chat/rules/pushes/mixed-quotes'
import { plainTextOf } from '../../../src/server/chat/rules/pushes/plain-text'

// Source: docs/protocol/notifications.md#push-text.
describe('The text of a push', () => {
  it.each([
    [
      '<p>Hi <strong>you</strong> &amp; all<br>\nnext</p>\n<p>third</p>',
      'Hi you & all\nnext\nthird',
    ],
    [
      '<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>',
      '🎉',
    ],
    ['<p><img alt=":parrot:" class="emoji" src="/x" title="parrot"></p>', ':parrot:'],
    ['<blockquote>\n<p>said</p>\n<p>more</p>\n</blockquote>\n<p>yes</p>', '> said\n> more\nyes'],
    ['<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>\n<ul>\n<li>c</li>\n</ul>', '3. a\n4. b\n• c'],
    [
      '<div class="spoiler-block"><div class="spoiler-header">\n<p>End</p>\n</div>' +
        '<div class="spoiler-content" aria-hidden="true">\n<p>he <b>dies</b></p>\n</div></div>\n<p>!</p>',
      'End\n(…)\n!',
    ],
    [
      '<p><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow>' +
        '<annotation encoding="application/x-tex">x^2</annotation></semantics></math></span>' +
        '<span class="katex-html" aria-hidden="true"><span>x2</span></span></span></p>',
      'x^2',
    ],
    ['<p><audio controls src="/x.mp3" title="A &amp; B"></audio> now</p>', 'A & B now'],
    ['<p>&lt;b&gt; &quot;q&quot; &#39;s&#39;</p>', '<b> "q" \'s\''],
  ])('shows the HTML %s as text', (html, text) => {
    expect(plainTextOf(html)).toBe(text)
  })

  it('is read from the first 100,000 characters of HTML', () => {
    const formula = '<span class="katex-html"><span>x</span></span>'
    expect(plainTextOf(`<p>begin ${formula.repeat(20_000)} end</p>`)).toBe('begin')
  })

  it.each([
    ['a tag that never ends', '<', ''],
    ['elements that are never closed', '<b>', ''],
    ['ends of elements that were never opened', '<b></i>', ''],
    ['line breaks after typed quote marks', `${'&gt; '.repeat(3)}<br>`, '> > >'],
    ['characters that do not exist', '&#x110000;<br>', '\ufffd'],
  ])('is read of foreign HTML: %s', (_kind, unit, begin) => {
    const html = unit.repeat(30_000)
    expect(plainTextOf(html).slice(0, begin.length)).toBe(begin)
    expect(foldMixedQuotes(html).length).toBeLessThanOrEqual(html.length)
  })

  it('numbers the lists and marks the quotes that are around a line', () => {
    const list = '<ol>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ol>'
    expect(plainTextOf(list)).toBe('1. a\n• b\n2. c')
    const quote = '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>'
    expect(plainTextOf(quote)).toBe('> > a\n> b')
  })
})
