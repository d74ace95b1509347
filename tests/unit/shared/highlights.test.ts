import { markHighlights, markHighlightsInText } from '../../../src/server/text/highlights'

/** `[` and `]` stand for the marks. */
const marked = (text: string) => text.replaceAll('[', '\ufdd0').replaceAll(']', '\ufdd1')
const span = (text: string) => `<span class="highlight">${text}</span>`

describe('marks in HTML', () => {
  it.each([
    ['<p>a [b] c</p>', `<p>a ${span('b')} c</p>`],
    ['<p>[a] [b]</p>', `<p>${span('a')} ${span('b')}</p>`],
    ['<a href="[x]" title="a > [x]">[x]</a>', `<a href="x" title="a > x">${span('x')}</a>`],
    ["<a title='[x]>'>x</a>", "<a title='x>'>x</a>"],
    ['&[amp];', '&amp;'],
    ['&amp;[amp]', `&amp;${span('amp')}`],
    ['[a<b>c]</b>', `${span('a')}<b>c</b>`],
    ['[[a]]', span('a')],
    ['a]', 'a'],
    ['[a', span('a')],
    ['a < [b] > c', `a < ${span('b')} > c`],
    ['<math><mi>[x]</mi></math>[x]', `<math><mi>x</mi></math>${span('x')}`],
    ['<script[>]x</script[>]', '<script>x</script>'],
  ])('become spans: %s', (html, expected) => {
    expect(markHighlights(marked(html))).toBe(expected)
  })

  it('take linear time', () => {
    const html = `${'<a "'.repeat(50_000)}[x]`
    expect(markHighlights(marked(html))).toContain('x')
  })
})

it('Marks in a text turn it into HTML', () => {
  expect(markHighlightsInText(marked('<b>[x]</b> & "y"'))).toBe(
    `&lt;b&gt;${span('x')}&lt;/b&gt; &amp; &quot;y&quot;`,
  )
})
