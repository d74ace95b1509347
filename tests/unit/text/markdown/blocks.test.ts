import { render } from './support'

/** Every row of docs/protocol/markdown.md#blocks; `⏎` stands for a newline. */
const rows: Array<[input: string, output: string]> = [
  ['plain', '<p>plain</p>'],
  ['one⏎two', '<p>one<br>⏎two</p>'],
  ['one⏎⏎two', '<p>one</p>⏎<p>two</p>'],
  ['a & b < c "q"', '<p>a &amp; b &lt; c "q"</p>'],
  ['<b>x</b>', '<p>&lt;b&gt;x&lt;/b&gt;</p>'],
  ['&amp; &copy; &#169; &nosemicolon', '<p>&amp; &copy; &#169; &amp;nosemicolon</p>'],

  ['```⏎x < 1⏎```', code('x &lt; 1⏎')],
  [
    '```python⏎x = 1⏎```',
    code('<span class="n">x</span> <span class="o">=</span> <span class="mi">1</span>⏎', 'Python'),
  ],
  ['```nosuch⏎abc⏎```', code('abc⏎', 'nosuch')],
  ['```text⏎abc⏎```', code('abc⏎', 'Text only')],
  ['```C++⏎```', code('⏎', 'C++')],
  ['~~~~.RB⏎~~~~', code('⏎', 'Ruby')],
  ['```{.nosuch}⏎x⏎```', code('x⏎', 'nosuch')],
  ['~~~⏎q⏎~~~', code('q⏎')],
  ['````⏎```⏎~~~⏎````', code('```⏎~~~⏎')],
  ['```⏎q⏎````⏎```', code('q⏎````⏎')],
  ['```⏎q', code('q⏎')],
  ['    indented', code('indented⏎')],
  ['\tindented', code('indented⏎')],
  ['```⏎q⏎```⏎text', `${code('q⏎')}⏎<p>text</p>`],

  ['```quote⏎hi⏎⏎yo⏎```', '<blockquote>⏎<p>hi</p>⏎<p>yo</p>⏎</blockquote>'],
  ['```quoted⏎hi⏎```', '<blockquote>⏎<p>hi</p>⏎</blockquote>'],
  ['> one⏎> two⏎three', '<blockquote>⏎<p>one<br>⏎two<br>⏎three</p>⏎</blockquote>'],

  ['* a⏎* b', '<ul>⏎<li>a</li>⏎<li>b</li>⏎</ul>'],
  ['- a⏎- b', '<ul>⏎<li>a</li>⏎<li>b</li>⏎</ul>'],
  ['+ a⏎+ b', '<ul>⏎<li>a</li>⏎<li>b</li>⏎</ul>'],
  ['para⏎* a', '<p>para</p>⏎<ul>⏎<li>a</li>⏎</ul>'],
  ['para⏎- a', '<p>para</p>⏎<ul>⏎<li>a</li>⏎</ul>'],
  ['para⏎1. a', '<p>para</p>⏎<ol>⏎<li>a</li>⏎</ol>'],
  ['para⏎3. a', '<p>para</p>⏎<ol start="3">⏎<li>a</li>⏎</ol>'],
  ['it was⏎2018. Then', '<p>it was<br>⏎2018. Then</p>'],
  ['* a⏎  * b', '<ul>⏎<li>a<ul>⏎<li>b</li>⏎</ul>⏎</li>⏎</ul>'],
  ['1. a⏎2. b', '<ol>⏎<li>a</li>⏎<li>b</li>⏎</ol>'],
  ['1. a⏎1. b', '<ol>⏎<li>a</li>⏎<li>b</li>⏎</ol>'],
  ['3. a⏎3. b', '<ol start="3">⏎<li>a</li>⏎<li>b</li>⏎</ol>'],
  ['0. a', '<ol start="0">⏎<li>a</li>⏎</ol>'],
  ['007. a', '<ol start="7">⏎<li>a</li>⏎</ol>'],
  ['1. a⏎⏎2. b', '<ol>⏎<li>⏎<p>a</p>⏎</li>⏎<li>⏎<p>b</p>⏎</li>⏎</ol>'],
  ['1) a', '<p>1) a</p>'],
  ['1.a', '<p>1.a</p>'],
  ['1. A⏎2. B⏎  3. C', '<ol>⏎<li>A</li>⏎<li>B<ol start="3">⏎<li>C</li>⏎</ol>⏎</li>⏎</ol>'],
  ['10. a⏎  * b⏎11. c', '<ol start="10">⏎<li>a<ul>⏎<li>b</li>⏎</ul>⏎</li>⏎<li>c</li>⏎</ol>'],
  ['* a⏎  1. b⏎* c', '<ul>⏎<li>a<ol>⏎<li>b</li>⏎</ol>⏎</li>⏎<li>c</li>⏎</ul>'],
  [
    '1. a⏎  2. b⏎    3. c⏎    3. d⏎  2. e⏎2. f',
    '<ol>⏎<li>a<ol start="2">⏎<li>b<ol start="3">⏎<li>c</li>⏎<li>d</li>⏎</ol>⏎</li>⏎<li>e</li>⏎</ol>⏎</li>⏎<li>f</li>⏎</ol>',
  ],
  ['1. a⏎  ```⏎  b⏎    c⏎  ```', `<ol>⏎<li>a${code('b⏎  c⏎')}⏎</li>⏎</ol>`],

  ['# head', '<h1>head</h1>'],
  ['#  *h*', '<h1><em>h</em></h1>'],
  ['###### head', '<h6>head</h6>'],
  ['####### head', '<p>####### head</p>'],
  ['#head', '<p>#head</p>'],
  ['one⏎## two⏎three', '<p>one</p>⏎<h2>two</h2>⏎<p>three</p>'],
  ['> # head', '<blockquote>⏎<h1>head</h1>⏎</blockquote>'],
  ['head⏎====', '<p>head<br>⏎====</p>'],
  ['---', '<hr>'],
  ['***', '<hr>'],
  ['* * *', '<hr>'],

  [
    '| a | b |⏎|:--|--:|⏎| 1 | 2 |',
    '<table>⏎<thead>⏎<tr>⏎<th style="text-align: left;">a</th>⏎<th style="text-align: right;">b</th>⏎</tr>⏎</thead>⏎' +
      '<tbody>⏎<tr>⏎<td style="text-align: left;">1</td>⏎<td style="text-align: right;">2</td>⏎</tr>⏎</tbody>⏎</table>',
  ],
  [
    'a|b⏎-|-⏎1|2',
    '<table>⏎<thead>⏎<tr>⏎<th>a</th>⏎<th>b</th>⏎</tr>⏎</thead>⏎' +
      '<tbody>⏎<tr>⏎<td>1</td>⏎<td>2</td>⏎</tr>⏎</tbody>⏎</table>',
  ],
  ['/me waves', '<p>/me waves</p>'],

  [
    '```spoiler Who did it?⏎The *cook*.⏎```',
    spoiler('<p>Who did it?</p>⏎', '<p>The <em>cook</em>.</p>⏎'),
  ],
  ['~~~spoiler⏎x⏎~~~', spoiler('', '<p>x</p>⏎')],
  ['```spoiler⏎```', spoiler('', '')],
  [
    '```spoiler **a** :tada:⏎x⏎```⏎after',
    `${spoiler(`<p><strong>a</strong> ${tada()}</p>⏎`, '<p>x</p>⏎')}⏎<p>after</p>`,
  ],
  [
    '```spoiler a⏎```quote⏎x⏎```⏎* b⏎```',
    spoiler('<p>a</p>⏎', '<blockquote>⏎<p>x</p>⏎</blockquote>⏎<ul>⏎<li>b</li>⏎</ul>⏎'),
  ],
  ['```quote⏎```spoiler⏎x⏎```⏎```', `<blockquote>⏎${spoiler('', '<p>x</p>⏎')}⏎</blockquote>`],
  ['```spoiler a⏎x', spoiler('<p>a</p>⏎', '<p>x</p>⏎')],
  ['>', '<p>&gt;</p>'],
  ['>⏎> ⏎⏎hi', '<p>&gt;<br>⏎&gt;</p>⏎<p>hi</p>'],
  ['a⏎>⏎b', '<p>a<br>⏎&gt;<br>⏎b</p>'],
  ['>⏎> a⏎>', '<blockquote>⏎<p>a</p>⏎</blockquote>'],
  ['>>', '<blockquote>⏎<p>&gt;</p>⏎</blockquote>'],
  ['```quote⏎⏎```', '<p>&gt;</p>'],
  ['*', '<p>*</p>'],
  ['-', '<p>-</p>'],
  ['+⏎⏎a', '<p>+</p>⏎<p>a</p>'],
  ['1.', '<p>1.</p>'],
  ['1.⏎2.', '<p>1.<br>⏎2.</p>'],
  ['- -', '<ul>⏎<li>-</li>⏎</ul>'],
  ['* ⏎* a', '<ul>⏎<li></li>⏎<li>a</li>⏎</ul>'],
  ['- ⏎  b', '<ul>⏎<li>b</li>⏎</ul>'],
  ['* a⏎* ⏎* b', '<ul>⏎<li>a</li>⏎<li></li>⏎<li>b</li>⏎</ul>'],
  ['> *', '<blockquote>⏎<p>*</p>⏎</blockquote>'],
  ['#', '<p>#</p>'],
  ['a⏎## ##⏎b', '<p>a<br>⏎## ##<br>⏎b</p>'],

  [
    '|c|d|⏎|-|-|⏎|`a|b`|2|',
    tableOf([
      ['c', 'd'],
      ['<code>a|b</code>', '2'],
    ]),
  ],
  [
    '|`a|b`|d|⏎|-|-|⏎|``x`|`y``|2|',
    tableOf([
      ['<code>a|b</code>', 'd'],
      ['<code>x`|`y</code>', '2'],
    ]),
  ],
  [
    '|c|d|⏎|-|-|⏎|`a|2|⏎|`a\\|b`|\ue000|',
    tableOf([
      ['c', 'd'],
      ['`a', '2'],
      ['<code>a|b</code>', '\ue000'],
    ]),
  ],
  ['> |c|⏎> |-|⏎> |`a|b`|', `<blockquote>⏎${tableOf([['c'], ['<code>a|b</code>']])}⏎</blockquote>`],

  ['```spoiler `a`', '<p>```spoiler <code>a</code></p>'],
]

function code(html: string, language?: string): string {
  const attribute = language === undefined ? '' : ` data-code-language="${language}"`
  return `<div class="codehilite"${attribute}><pre><span></span><code>${html}</code></pre></div>`
}

function tableOf([header = [], ...rows]: string[][]): string {
  const row = (cells: readonly string[], tag: string) =>
    `<tr>⏎${cells.map((cell) => `<${tag}>${cell}</${tag}>⏎`).join('')}</tr>⏎`
  const body = rows.map((cells) => row(cells, 'td')).join('')
  return `<table>⏎<thead>⏎${row(header, 'th')}</thead>⏎<tbody>⏎${body}</tbody>⏎</table>`
}

function spoiler(header: string, content: string): string {
  const shown = `<div class="spoiler-header">⏎${header}</div>`
  const hidden = `<div class="spoiler-content" aria-hidden="true">⏎${content}</div>`
  return `<div class="spoiler-block">${shown}${hidden}</div>`
}

function tada(): string {
  return '<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>'
}

function newlines(text: string): string {
  return text.replaceAll('⏎', '\n')
}

describe('blocks', () => {
  it.each(rows)('become HTML: %s', (input, output) => {
    expect(render(newlines(input)).html).toBe(newlines(output))
  })

  it.each(['math', 'tex', 'latex'])('shows %s as a formula', (language) => {
    const { html } = render(`\`\`\`${language}\nx^2\n\`\`\``)
    expect(html).toMatch(/^<p><span class="katex-display"><span class="katex">.*<\/span><\/p>$/s)
  })

  it('shows invalid TeX as typed', () => {
    expect(render('```math\n\\nosuch{<x>\n```').html).toBe(
      '<p><span class="tex-error">\\nosuch{&lt;x&gt;</span></p>',
    )
  })

  it('keeps a quote whole that holds code with a fence of the same kind', () => {
    const { html } = render('```quote\nlook:\n```js\n1\n```\nnice\n```\nyes')
    expect(html).toBe(
      '<blockquote>\n<p>look:</p>\n' +
        `${code('<span class="mi">1</span>\n', 'JavaScript')}\n<p>nice</p>\n</blockquote>\n<p>yes</p>`,
    )
  })

  it('nests a list with any bullet, and code and quotes in a list', () => {
    expect(render('- a\n  - b').html).toBe(newlines('<ul>⏎<li>a<ul>⏎<li>b</li>⏎</ul>⏎</li>⏎</ul>'))
    expect(render('* a\n  ```\n  b\n  ```').html).toContain(code('b\n'))
    expect(render('* a\n  > b').html).toContain('<blockquote>\n<p>b</p>\n</blockquote>')
  })

  it('recognizes a message about oneself', () => {
    expect(render('/me waves').isMeMessage).toBe(true)
    expect(render('/me waves\ntwice').isMeMessage).toBe(false)
    expect(render('/mean').isMeMessage).toBe(false)
  })
})
