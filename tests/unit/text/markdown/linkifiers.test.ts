import { isTooSlow } from '../../../../src/server/text/markdown/linkifier-trial'
import { compileLinkifier, linksOfTopic } from '../../../../src/server/text/markdown/linkifiers'
import { expandTemplate, isPlainTemplate } from '../../../../src/server/text/markdown/url-template'
import { present } from '../../../support/checked'
import { linkTo, render, renderInline } from './support'

const ticket = { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://t.ex.org/{id}' }
const task = {
  pattern: '(?P<project>[A-Z]{2,9})-(?P<number>[0-9]+)',
  urlTemplate: 'https://t.ex.org/{project}/{number}',
}
const linkifiers = [ticket, task].map(compileLinkifier)
const inline = (content: string) => renderInline(content, { linkifiers })
const link = (text: string, path: string) => linkTo(`https://t.ex.org/${path}`, text)

describe('linkifiers', () => {
  it.each([
    ['fix #12', `fix ${link('#12', '12')}`],
    ['#12, (#13) "#14"', `${link('#12', '12')}, (${link('#13', '13')}) "${link('#14', '14')}"`],
    ['**#12** ~~#13~~', `<strong>${link('#12', '12')}</strong> <del>${link('#13', '13')}</del>`],
    ['😀 WEB-7!', expect.stringContaining(`</span> ${link('WEB-7', 'WEB/7')}!`)],
    ['x#12 #12x #1é', 'x#12 #12x #1é'],
    ['`#12`', '<code>#12</code>'],
    ['[see #12](https://ex.org)', linkTo('https://ex.org', 'see #12')],
    ['https://ex.org/#12', linkTo('https://ex.org/#12')],
    ['#**#12**', `#<strong>${link('#12', '12')}</strong>`],
  ])('become links: %s', (input, output) => {
    expect(inline(input)).toEqual(output)
  })

  it('skip code blocks, and apply in quotes and lists', () => {
    expect(render('```\n#12\n```', { linkifiers }).html).not.toContain('<a')
    expect(render('> #12\n\n* WEB-1', { linkifiers }).html.match(/<a /g)).toHaveLength(2)
  })

  it('apply in order if they overlap, and escape their matches', () => {
    const [first, second] = [
      { pattern: 'a(?P<x>[^ ]+)', urlTemplate: 'https://one/{x}' },
      { pattern: '(?P<y>[a-z]+)', urlTemplate: 'https://two/{y}' },
    ].map(compileLinkifier)
    const html = renderInline('a"<&/ b', {
      linkifiers: [present(first, 'first'), present(second, 'second')],
    })
    expect(html).toBe(
      `${linkTo('https://one/%22%3C%26%2F', 'a"&lt;&amp;/')} ${linkTo('https://two/b', 'b')}`,
    )
  })

  it('are fast with patterns that backtracking engines never finish', () => {
    const evil = compileLinkifier({ pattern: '(?P<x>(a+)+)$b', urlTemplate: 'https://x/{x}' })
    expect(renderInline('a'.repeat(9_000), { linkifiers: [evil] })).toBe('a'.repeat(9_000))
    const everywhere = compileLinkifier({ pattern: '(?P<x>a)', urlTemplate: 'https://x/{x}' })
    const html = renderInline('a '.repeat(5_000), { linkifiers: [everywhere] })
    expect(html.match(/<a /g)).toHaveLength(100)
  })

  it.each([
    ['(?P<id>a)(?:.*b)?', false],
    ['(?P<id>[a-f0-9]{7,40})', false],
    ['(?P<id>a)(?:[ ab]*a[ ab]{20}x)?', true],
    ['(?P<id>a)(?:[ ab]*a[ ab]{200}x)?', true],
  ])('The verdict on %s needs no clock; the pattern is too slow: %s', (pattern, isSlow) => {
    let now = 0
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
    expect(isTooSlow(compileLinkifier({ pattern, urlTemplate: 'https://x/{id}' }))).toBe(isSlow)
    clock.mockRestore()
  })

  it('find links and URLs in a topic, in order', () => {
    expect(linksOfTopic(linkifiers, 'WEB-1 https://ex.org/a and #2')).toEqual([
      { text: 'WEB-1', url: 'https://t.ex.org/WEB/1' },
      { text: 'https://ex.org/a', url: 'https://ex.org/a' },
      { text: '#2', url: 'https://t.ex.org/2' },
    ])
    expect(linksOfTopic([], 'lunch')).toEqual([])
  })

  it.each([
    ['(', 'https://x/{id}', /^Bad regular expression: /],
    // Linear in the length of the text, but with a factor of thousands.
    ['(?P<id>.{0,1000}[0-9])', 'https://x/{id}', /too complex/],
    ['(?=x)', 'https://x/{id}', /^Bad regular expression: /],
    ['a)|(?P<id>b', 'https://x/{id}', /^Bad regular expression: /],
    ['(?P<id>[0-9]*)', 'https://x/{id}', /empty text/],
    ['(?P<id>x)', 'https://x/{id', /^Invalid URL template/],
    ['(?P<id>x)', 'javascript:{id}', /^Invalid URL template/],
    ['(?P<id>x)', '{id}', /^Invalid URL template/],
    ['(?P<id>x)(?P<more>y)', 'https://x/{id}', /^Group 'more' in linkifier pattern/],
    ['(?P<id>x)', 'https://x/{id}/{more}', /^Group 'more' in URL template/],
  ])('cannot be %s with %s', (pattern, urlTemplate, message) => {
    expect(() => compileLinkifier({ pattern, urlTemplate })).toThrow(message)
  })
})

/** Examples of RFC 6570. */
describe('URL templates', () => {
  const values = {
    var: 'value',
    hello: 'Hello World!',
    path: '/foo/bar',
    x: '1024',
    y: '768',
    e: '',
  }

  it.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{+hello}', 'Hello%20World!'],
    ['{+path}/here', '/foo/bar/here'],
    ['{path}', '%2Ffoo%2Fbar'],
    ['X{#var}', 'X#value'],
    ['map?{x,y}', 'map?1024,768'],
    ['X{.var}', 'X.value'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{;x,y,e}', ';x=1024;y=768;e'],
    ['{?x,y,e}', '?x=1024&y=768&e='],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['a{nothing}b{?nothing}', 'ab'],
  ])('become addresses: %s', (template, url) => {
    expect(expandTemplate(template, values)).toBe(url)
  })

  it('are plain when older clients can read them', () => {
    expect(isPlainTemplate('https://x/{id}/{other}')).toBe(true)
    expect(isPlainTemplate('https://x{?id}')).toBe(false)
    expect(isPlainTemplate('https://x/{a,b}')).toBe(false)
  })
})
