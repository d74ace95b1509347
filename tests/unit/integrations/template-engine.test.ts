import {
  compileTemplate,
  TemplateError,
} from '../../../src/server/api/integrations/templates/engine'

/* Source: docs/protocol/webhooks.md#templates. */

const render = (source: string, body: unknown = {}) =>
  compileTemplate(source).render({ body, headers: { 'x-kind': 'push' }, query: { team: 'red' } })

describe('A template', () => {
  it('reads body, headers and query', () => {
    const body = { list: [{ name: 'a' }, { name: 'b' }] }
    expect(
      render(
        '{{ headers["x-kind"] }} {{ query.team }} {{ body.list | map: "name" | join: "+" }}',
        body,
      ),
    ).toBe('push red a+b')
  })

  it.each([
    [
      'mentions',
      '{{ body.x }}',
      '@**all** @*team* @_**Ada**',
      '@\u200b**all** @\u200b*team* @\u200b_**Ada**',
    ],
    ['several lines', '{{ body.x }}', 'a\n\nb', 'a b'],
    ['a backquote', '{{ body.x }}', 'a ` b', "a ' b"],
    ['lines, where they are wanted', '{{ body.x | text }}', 'a\n@**all**', 'a\n@\u200b**all**'],
    [
      'the end of a block of code',
      '{{ body.x | fence: "js" }}',
      'a\n```\n@**all**',
      '````js\na\n```\n@**all**\n````',
    ],
    ['a link that is none', '{{ body.x | link: "javascript:alert(1)" }}', 'a', 'a'],
    [
      'brackets in a link',
      '{{ body.x | link: "https://x.test/)" }}',
      'a](b',
      '[a)(b](https://x.test/%29)',
    ],
    ['time in seconds', '{{ body.x | time }}', 1_780_000_000, '2026-05-28 20:26 UTC'],
    ['nothing', '{{ body.missing | bold }}{{ body.x.y }}', null, ''],
  ])('defuses %s', (_, source, x, expected) => {
    expect(render(source, { x })).toBe(expected)
  })

  it('sees no prototype', () => {
    const source =
      '{{ body.constructor }}{{ body.__proto__.constructor }}{{ body.x.constructor.name }}' +
      '{{ body["toString"] }}{{ headers.constructor }}'
    expect(render(source, { x: 'a' })).toBe('')
  })

  it.each([
    [
      'an endless loop',
      '{% for a in (1..99999999) %}{% for b in (1..99999999) %}x{% endfor %}{% endfor %}',
    ],
    [
      'a large output',
      '{% assign x = "0123456789" %}{% for a in (1..30) %}{% assign x = x | append: x %}{% endfor %}{{ x }}',
    ],
    ['another file', '{% include "/etc/passwd" %}'],
    ['another template', '{% render "x" %}'],
    ['a layout', '{% layout "x" %}'],
    ['an unknown filter', '{{ body | evil }}'],
    ['an open tag', '{% if body %}'],
    ['a template too long', 'x'.repeat(10_001)],
  ])('is refused for %s', (_, source) => {
    expect(() => render(source)).toThrow(TemplateError)
  })
})
