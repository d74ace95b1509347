import './support/page'
import { encloseCode } from '../../../src/shared/rules/fences'
import { cleanHtml } from '../../../src/web/data/paste/clean-html'
import { markdownOfHtml } from '../../../src/web/data/paste/markdown-of-html'
import { hasMarkup } from '../../../src/web/parts/compose/clipboard'

// HTML as browsers and programs put it on the clipboard. A story in tests/browser copies and pastes with the keys.

/** The text that the field gets. */
function pasted(html: string, plain = 'plain'): string {
  const files = [] as unknown as FileList
  const getData = (type: string) => (type === 'text/html' ? html : plain)
  if (!hasMarkup({ files, getData })) return plain
  return markdownOfHtml(html, plain, encloseCode) ?? plain
}

const lines = (...all: string[]) => all.join('\n')

/** An inner part of a document of Google Docs, whose looks are styles. */
const inDocument = (html: string) =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1">${html}</b>`

const inWord = (html: string) =>
  `<html xmlns:o="urn:office"><head><style>p {content: "<b>"}</style></head><body><!--StartFragment-->${html}<!--EndFragment--></body></html>`

describe('HTML on the clipboard', () => {
  it.each<[string, string, string]>([
    [
      'a link',
      '<meta charset="utf-8"><span style="color: red">read<span> </span></span><a href="https://x.test/guide" style="color: blue">the guide</a>',
      'read [the guide](https://x.test/guide)',
    ],
    [
      'a link whose text is its address',
      'see <b>us</b>: <a href="https://x.test/">x.test</a> <a href="mailto:a@x.test">a@x.test</a>',
      'see **us**: https://x.test/ a@x.test',
    ],
    [
      'a link with brackets',
      'see <a href="https://x.test/a(b)">[draft] <code>a[0]</code></a>',
      'see [&#91;draft&#93; `a[0]`](https://x.test/a%28b%29)',
    ],
    [
      'a link without a target elsewhere',
      'a <a href="/b">b</a> <a href="#c">c</a> <i>d</i>',
      'a b c *d*',
    ],
    [
      'lists',
      '<p>Do:</p><ul><li>one<ul><li>deep</li></ul></li><li><p>two</p></li></ul><ol start="3"><li>x<li>y</ol>',
      lines('Do:', '', '* one', '  * deep', '* two', '', '3. x', '4. y'),
    ],
    [
      'code',
      '<p>Run <code>a `b`</code> now</p><pre><code class="language-ts">let a = 1\n\n  b()\n</code></pre>',
      lines('Run `` a `b` `` now', '', '```ts', 'let a = 1', '', '  b()', '```'),
    ],
    [
      'a table',
      'T<table><thead><tr><th>a</th><th><b>b</b></th></tr></thead><tbody><tr><td>1|2</td><td></td></tr></tbody></table>',
      lines('T', '', '| a | b |', '| --- | --- |', '| 1&#124;2 |  |'),
    ],
    ['a table for the layout', '<table><tr><td>Left <b>x</b></td></tr></table>', 'Left **x**'],
    [
      'headings, lines and quotes',
      '<h2>A <b>b</b></h2><p>x<br>y</p><blockquote><p>q</p><p>r</p></blockquote><hr><s>z</s>',
      lines('## A b', '', 'x', 'y', '', '> q', '>', '> r', '', '---', '', '~~z~~'),
    ],
    ['one heading, which may go on in a sentence', '<h2>A</h2>', 'A'],
    ['bold paragraphs', '<b><p>a</p><p>b</p></b>', lines('a', '', 'b')],
    [
      'pictures',
      'a <b>b</b> <img alt="Plan" src="https://x.test/p.png"><img src="https://x.test/q.png">',
      'a **b** [Plan](https://x.test/p.png)',
    ],
    [
      'a line break in text that keeps blanks',
      '<span style="white-space: pre-wrap">a\nb  c <b>d</b></span>',
      lines('a', 'b  c **d**'),
    ],
    [
      'Google Docs',
      inDocument(
        `<p dir="ltr"><span style="font-weight:400;white-space:pre-wrap;">A </span><span style="font-weight:700;font-style:italic;">bold</span><span> day</span></p><ul><li dir="ltr"><p role="presentation"><span style="font-weight:400">one</span></p></li><ul><li><p><span>deep</span></p></li></ul></ul>`,
      ),
      lines('A ***bold*** day', '', '* one', '  * deep'),
    ],
    [
      'Word',
      inWord(
        `<p class=MsoNormal>Hi <b>you</b><o:p></o:p></p><p class=MsoListParagraphCxSpFirst style='mso-list:l0'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>one</p><p class=MsoListParagraphCxSpLast><span>2.<span>&nbsp;</span></span>two</p>`,
      ),
      lines('Hi **you**', '', '* one', '2. two'),
    ],
  ])('becomes Markdown: %s', (_what, html, markdown) => {
    expect(pasted(html)).toBe(markdown)
  })

  it.each<[string, string]>([
    ['code alone', '<pre>if (a) {\n  b()\n}</pre>'],
    [
      'an editor of code',
      '<meta charset="utf-8"><div style="font-family: monospace;white-space: pre;"><div><span>if (a) {</span></div></div>',
    ],
    ['text without markup', '<div><span style="font-weight: 700">a</span><br>b</div><p>c</p>'],
    [
      'cells of Google Sheets',
      '<google-sheets-html-origin><table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>',
    ],
  ])('stays plain text: %s', (_what, html) => {
    expect(pasted(html)).toBe('plain')
  })

  it('is an address where that is the plain text, also with the title of its page', () => {
    const address = 'https://x.test/page'
    expect(pasted(`<a href="${address}">The page</a>`, address)).toBe(address)
  })

  it.each<[string, string, string]>([
    [
      'mentions',
      '<a class="user-mention silent own" data-user-id="3" href="https://chat.test/#user/3">Bo</a> <span class="user-mention" data-user-id="*">@all</span> <span class="user-group-mention" data-user-group-id="3">@team</span>',
      '@_**Bo** @**all** @*team*',
    ],
    [
      'streams and topics',
      '<a class="stream" data-stream-id="3" href="https://chat.test/#narrow">#ops</a> <a class="stream-topic" data-stream-id="3" href="https://chat.test/#narrow">#ops &gt; t</a>',
      '#**ops** #**ops>t**',
    ],
    [
      'emoji',
      '<span class="emoji emoji-1f389" role="img" title="tada">🎉</span> <img class="emoji" alt=":zulip:" src="https://chat.test/z.png">',
      '🎉 :zulip:',
    ],
    [
      'a time',
      'at <time datetime="2026-01-01T00:00:00Z" title="2026-01-01T00:00:00Z">1 Jan</time>',
      'at <time:2026-01-01T00:00:00Z>',
    ],
    [
      'the link around the time of a message',
      '<b>Ada</b> <a href="https://chat.test/#near/3"><time datetime="2026-01-01T00:00:00Z">10:42</time></a>',
      '**Ada** 10:42',
    ],
    [
      'math',
      'is <span class="katex"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span>',
      'is $$x^2$$',
    ],
    [
      'a block of code',
      '<p>x</p><div class="codehilite" data-code-language="Python"><div class="code-tools"><span>Python</span><button>Copy</button></div><pre><span></span><code><span class="k">a</span>\n</code></pre></div>',
      lines('x', '', '```python', 'a', '```'),
    ],
    [
      'a spoiler',
      '<p>x</p><div class="spoiler-block"><div class="spoiler-header"><button>v</button><p>Plot</p></div><div class="spoiler-content"><p>He <b>dies</b></p><pre>a</pre></div></div>',
      lines('x', '', '````spoiler Plot', 'He **dies**', '', '```', 'a', '```', '````'),
    ],
  ])('becomes what a message was written with: %s', (_what, html, markdown) => {
    expect(pasted(html)).toBe(markdown)
  })
})

describe('Hostile HTML on the clipboard', () => {
  it('gives text instead of links to scripts', () => {
    const html =
      '<a href="javascript:a()">a</a> <a href="java&#115;cript:b()">b</a> <a href="data:text/html,c">c</a> <i>d</i>'
    expect(pasted(html)).toBe('a b c *d*')
  })

  it('is parsed without its styles, scripts and handlers', () => {
    const html =
      '<p STYLE="a" onclick=b style = c><STYLE>d</STYLE ><script>"<b>e</b>"</script><!-- <b> --><svg><style>f</style></svg><b x="<i style=g>">h</b></p>'
    expect(cleanHtml(html)).toBe('<p><strong>h</strong></p>')
    expect(cleanHtml("<a title=\"<p style='x'>\" href='\"y'>z")).toBe(
      '<a href="&#34;y" title="&#60;p style=\'x\'&#62;">z</a>',
    )
  })

  it('stays plain text if it is too large or too deep', () => {
    expect(pasted('<ul><li>'.repeat(150))).toBe('plain')
    expect(pasted('<b>a</b>'.repeat(6000))).toBe('plain')
    expect(pasted(`<b>${'a'.repeat(200_000)}</b>`)).toBe('plain')
  })

  it.each(['<', '<!--', '<b ', '<b "', `<b '"`, '<b a=', '<b a', '</p>', '<p>', '<style>', '<i> '])(
    'is read once: %s, repeated',
    (part) => {
      const html = part.repeat(200_000 / part.length)
      const exec = jest.spyOn(RegExp.prototype, 'exec')
      let read = 0
      try {
        cleanHtml(html)
        for (const { type, value } of exec.mock.results) {
          if (type === 'return') read += value?.[0].length ?? 0
        }
      } finally {
        exec.mockRestore()
      }
      // The attributes of a tag are read once more.
      expect(read).toBeLessThanOrEqual(2 * html.length)
    },
  )
})
