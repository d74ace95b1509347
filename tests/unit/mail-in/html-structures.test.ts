import { bodyOf } from '../../../src/server/mail-in/reading/body'
import { render } from '../text/markdown/support'

const read = (html: string): string =>
  bodyOf({ text: '', html }, { quotes: false, footer: false, prefersHtml: true })

// Source: docs/protocol/mail-in.md#html.
describe('the HTML of a mail', () => {
  it('keeps numbers and nested lists', () => {
    const markdown = read(
      '<p>Steps</p><ol><li>one<ul><li>a</li><li>b<ol start="3"><li>x</ol></ul><li><p>two</p><p>more</p></li></ol><p>End</p>',
    )
    expect(markdown).toBe('Steps\n\n1. one\n   * a\n   * b\n     3. x\n2. two\n   more\n\nEnd')
    const html = render(markdown).html.replaceAll('\n', '')
    expect(html).toContain('<ol><li>one<ul><li>a</li><li>b<ol start="3"><li>x</li></ol>')
    expect(html).toMatch(/<li>two.*more<\/li><\/ol><p>End<\/p>$/)
  })

  it.each([
    ['<ul><li>a<br>b</li><li></li><li>c</li></ul>', '* a\n  b\n* c'],
    ['<ol reversed start="x"><li>a</li></ol>b', '1. a\n\nb'],
    ['<ul><li><ul><li>deep</ul><li>next</ul>', '* * deep\n* next'],
    ['<blockquote><ol><li>a<li>b</ol></blockquote>', '> 1. a\n> 2. b'],
  ])('keeps the items of %s', (html, markdown) => expect(read(html)).toBe(markdown))

  it('fences blocks of code, whatever is in them', () => {
    const code = '# heading?\n  <b>x</b> = "*1*" # @**all**\n\n```\ny'
    const markdown = read(`<p>See</p><pre class="code language-python">\n${code}\n</pre>after`)
    const shown = code.replace(/<\/?b>/g, '')
    expect(markdown).toBe(`See\n\n\`\`\`\`python\n${shown}\n\`\`\`\`\n\nafter`)
    expect(render(markdown).html).not.toMatch(/<h1>|user-mention/)
  })

  it.each([
    ['<ul><li>next<pre>a\n  b</pre></li><li>c</li></ul>', '* next\n```\na\n  b\n```\n\n* c'],
    ['<pre>\n\n</pre>a', 'a'],
    ['<pre><pre>a</pre>\nb</pre>', '```\na\n\nb\n```'],
    // Plain mails within a page.
    ['<pre class="k9mail">a *b*\nc</pre>', 'a *b*\nc'],
  ])('reads %s', (html, markdown) => expect(read(html)).toBe(markdown))

  it('keeps tables with a header or a border', () => {
    const markdown = read(
      '<table><thead><tr><th>Host</th><th>Disk|use</th></tr></thead><tbody><tr><td>db1</td><td><b>91</b> %</td></tr><tr><td>db2<td><p>a</p><p>b</p><ul><li>c</ul></table>End',
    )
    expect(markdown).toBe(
      '| Host | Disk\\|use |\n| --- | --- |\n| db1 | **91** % |\n| db2 | a b c |\n\nEnd',
    )
    const { html } = render(markdown)
    expect(html.match(/<t[dh][ >]/g)).toHaveLength(6)
    expect(html).toContain('Disk|use')
  })

  it.each([
    ['<table border="0"><tr><td>a</td><td>b</td></tr></table>', 'a b'],
    ['<table><tr><th>Only</th></tr><tr><td>one</td></tr></table>', 'Only\none'],
    [
      '<table><tr><td><table border=1><tr><td>a<td>b<tr><td>c<td>d</table></td><td>x</td></tr></table>y',
      '| a | b |\n| --- | --- |\n| c | d |\n\nx\n\ny',
    ],
    [
      '<table><tr><th colspan=2>a<th>b<tr><td>1<td>2<td>3</table>',
      '| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |',
    ],
    ['<blockquote><table><tr><th>a<th>b</table></blockquote>', '> | a | b |\n> | --- | --- |'],
  ])('reads the table %s', (html, markdown) => expect(read(html)).toBe(markdown))

  it.each([
    ['tables that never end', `${'<div>'.repeat(250)}${'<table><tr><th>a<th>b'.repeat(60)}`],
    ['lists that never end', '<ol><li>a'.repeat(400)],
    ['code that never ends', `<pre>${'a\n'.repeat(1_000)}`],
  ])('is read with %s', (_name, html) => expect(read(html)).toContain('a'))

  it('stays about as long as it is', () => {
    const deep = '<ol><li>'.repeat(100) + '<p>a'.repeat(50_000)
    const wide = `<table><tr>${'<th>a'.repeat(50_000)}${'<tr><td>b'.repeat(20_000)}`
    const empty = `<table><tr>${'<th colspan=999>'.repeat(100)}${'<tr>'.repeat(50_000)}</table>`
    for (const html of [deep, wide, empty]) expect(read(html).length).toBeLessThan(3_000_000)
  })
})
