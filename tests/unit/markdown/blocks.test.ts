import { render } from './support'

/** Every row of docs/protocol/markdown.md#blocks, whose `⏎` is a newline here too. */
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
    code('<span class="n">x</span> <span class="o">=</span> <span class="mi">1</span>⏎'),
  ],
  ['```nosuch⏎abc⏎```', code('abc⏎')],
  ['```text⏎abc⏎```', code('abc⏎')],
  ['~~~⏎q⏎~~~', code('q⏎')],
  ['````⏎```⏎~~~⏎````', code('```⏎~~~⏎')],
  ['```⏎q⏎````⏎```', code('q⏎````⏎')],
  ['```⏎q', code('q⏎')],
  ['    indented', code('indented⏎')],
  ['\tindented', code('indented⏎')],
  ['```⏎q⏎```⏎text', `${code('q⏎')}⏎⏎⏎<p>text</p>`],

  ['```quote⏎hi⏎⏎yo⏎```', '<blockquote>⏎<p>hi</p>⏎<p>yo</p>⏎</blockquote>'],
  ['```quoted⏎hi⏎```', '<blockquote>⏎<p>hi</p>⏎</blockquote>'],
  ['> one⏎> two⏎three', '<blockquote>⏎<p>one<br>⏎two<br>⏎three</p>⏎</blockquote>'],

  ['* a⏎* b', '<ul>⏎<li>a</li>⏎<li>b</li>⏎</ul>'],
  ['- a⏎- b', '<ul>⏎<li>a</li>⏎<li>b</li>⏎</ul>'],
  ['+ a⏎+ b', '<ul>⏎<li>a</li>⏎<li>b</li>⏎</ul>'],
  ['para⏎* a', '<p>para</p>⏎<ul>⏎<li>a</li>⏎</ul>'],
  ['para⏎- a', '<p>para<br>⏎- a</p>'],
  ['* a⏎  * b', '<ul>⏎<li>a<ul>⏎<li>b</li>⏎</ul>⏎</li>⏎</ul>'],
  ['1. a⏎2. b', '<p>1. a<br>⏎2. b</p>'],
  ['1. a⏎1. b', '<p>1. a<br>⏎2. b</p>'],

  ['# head', '<p># head</p>'],
  ['head⏎====', '<p>head<br>⏎====</p>'],
  ['---', '<hr>'],
  ['***', '<hr>'],
  ['* * *', '<hr>'],

  [
    '| a | b |⏎|:--|--:|⏎| 1 | 2 |',
    '<table>⏎<thead>⏎<tr>⏎<th align="left">a</th>⏎<th align="right">b</th>⏎</tr>⏎</thead>⏎' +
      '<tbody>⏎<tr>⏎<td align="left">1</td>⏎<td align="right">2</td>⏎</tr>⏎</tbody>⏎</table>',
  ],
  [
    'a|b⏎-|-⏎1|2',
    '<table>⏎<thead>⏎<tr>⏎<th>a</th>⏎<th>b</th>⏎</tr>⏎</thead>⏎' +
      '<tbody>⏎<tr>⏎<td>1</td>⏎<td>2</td>⏎</tr>⏎</tbody>⏎</table>',
  ],
  ['/me waves', '<p>/me waves</p>'],
]

function code(html: string): string {
  return `<div class="codehilite"><pre><span></span>${html}</pre></div>`
}

function newlines(text: string): string {
  return text.replaceAll('⏎', '\n')
}

describe('blocks', () => {
  it.each(rows)('%s', (input, output) => {
    expect(render(newlines(input)).html).toBe(newlines(output))
  })

  it.each(['math', 'tex', 'latex'])('shows %s as a formula', (language) => {
    const { html } = render(`\`\`\`${language}\nx^2\n\`\`\``)
    expect(html).toMatch(/^<p><span class="katex-display"><span class="katex">.*<\/span><\/p>$/s)
  })

  it('shows TeX that nobody can read as it is', () => {
    expect(render('```math\n\\nosuch{<x>\n```').html).toBe(
      '<p><span class="tex-error">\\nosuch{&lt;x&gt;</span></p>',
    )
  })

  it('keeps a quote whole that holds code with a fence of the same kind', () => {
    const { html } = render('```quote\nlook:\n```js\n1\n```\nnice\n```\nyes')
    expect(html).toBe(
      '<blockquote>\n<p>look:</p>\n' +
        `${code('<span class="mi">1</span>\n')}\n\n\n<p>nice</p>\n</blockquote>\n<p>yes</p>`,
    )
  })

  it('nests a list with any bullet, and code and quotes in a list', () => {
    expect(render('- a\n  - b').html).toBe(newlines('<ul>⏎<li>a<ul>⏎<li>b</li>⏎</ul>⏎</li>⏎</ul>'))
    expect(render('* a\n  ```\n  b\n  ```').html).toContain(code('b\n'))
    expect(render('* a\n  > b').html).toContain('<blockquote>\n<p>b</p>\n</blockquote>')
  })

  it('recognises a message about oneself', () => {
    expect(render('/me waves').isMeMessage).toBe(true)
    expect(render('/me waves\ntwice').isMeMessage).toBe(false)
    expect(render('/mean').isMeMessage).toBe(false)
  })
})
