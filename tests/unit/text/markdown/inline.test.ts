import { linkTo, render, renderInline } from './support'

const smile =
  '<span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span>'

/** Every row of docs/protocol/markdown.md#inline. */
const rows: Array<[input: string, output: string]> = [
  ['**b**', '<strong>b</strong>'],
  ['**b\nb**', '**b<br>\nb**'],
  ['*i*', '<em>i</em>'],
  ['a * i* and 2 * 3 * 4', 'a * i* and 2 * 3 * 4'],
  ['*i\ni*', '*i<br>\ni*'],
  ['2*3*4', '2<em>3</em>4'],
  ['***x***', '<strong><em>x</em></strong>'],
  ['__b__ _i_', '__b__ _i_'],
  ['~~s~~', '<del>s</del>'],
  ['~~ s t ~~', '<del> s t </del>'],
  ['~~*i* `~~` b~~', '<del><em>i</em> <code>~~</code> b</del>'],
  ['a~~b~~c ~~d~~', 'a<del>b</del>c <del>d</del>'],
  ['~s~ ~~~s~~~ ~~s', '~s~ ~~~s~~~ ~~s'],
  ['~~s\ns~~', '~~s<br>\ns~~'],
  ['`a *b*`', '<code>a *b*</code>'],
  ['` a `', '<code> a </code>'],
  ['``a ` b``', '<code>a ` b</code>'],
  ['\\*x\\*', '\\<em>x\\</em>'],

  ['[t](https://ex.org)', linkTo('https://ex.org', 't')],
  ['[t](https://ex.org "tip")', linkTo('https://ex.org', 't')],
  ['[t](ex.org)', linkTo('http://ex.org', 't')],
  ['[t](/help)', linkTo('/help', 't')],
  ['[t](#narrow/x)', linkTo('#narrow/x', 't')],
  ['[](https://ex.org)', linkTo('https://ex.org')],
  ['[ ](/help)', linkTo('/help')],
  ['[](javascript:x)', '[](javascript:x)'],
  ['[t](tel:+1) [t](sms:+1)', `${linkTo('tel:+1', 't')} ${linkTo('sms:+1', 't')}`],
  ['[t](mailto:a@ex.org)', linkTo('mailto:a@ex.org', 't')],
  ['[t](javascript:x)', '[t](javascript:x)'],
  ['[t](data:text/html,x)', '[t](data:text/html,x)'],
  ['[t](ftp://ex.org)', linkTo('ftp://ex.org', 't')],
  ['[a][1]', '[a][1]'],
  ['<https://ex.org>', `&lt;${linkTo('https://ex.org')}&gt;`],
  ['![alt](https://ex.org/u)', `![alt](${linkTo('https://ex.org/u')})`],
  ['[f](/user_uploads/1/ab/my-file.pdf)', linkTo('/user_uploads/1/ab/my-file.pdf', 'f')],

  ['https://ex.org/p', linkTo('https://ex.org/p')],
  ['ex.org', linkTo('http://ex.org', 'ex.org')],
  ['www.ex.org/a', linkTo('http://www.ex.org/a', 'www.ex.org/a')],
  ['run.py README.md no.such Ex.org', 'run.py README.md no.such Ex.org'],
  ['http://ex.org, ok', `${linkTo('http://ex.org')}, ok`],
  ['(http://ex.org/a)', `(${linkTo('http://ex.org/a')})`],
  ['"http://ex.org/a"!', `"${linkTo('http://ex.org/a')}"!`],
  ['http://ex.org/a_(b)?', `${linkTo('http://ex.org/a_(b)')}?`],
  ['bob@ex.org', linkTo('mailto:bob@ex.org', 'bob@ex.org')],
  ['ftp://ex.org/a', 'ftp://ex.org/a'],
  ['http://chat.acme.test/#narrow/x', linkTo('#narrow/x', 'http://chat.acme.test/#narrow/x')],
  ['http://chat.acme.test/help', linkTo('help', 'http://chat.acme.test/help')],

  [':smile:', smile],
  [
    ':partycat:',
    '<img alt=":partycat:" class="emoji" src="/user_avatars/1/emoji/images/3.png" title="partycat">',
  ],
  [
    ':zulip:',
    '<img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip">',
  ],
  [':nosuch:', ':nosuch:'],
  [':) (: :( <3 :| :/', ':) (: :( &lt;3 :| :/'],

  ['$$\\nosuch$$', '<span class="tex-error">$$\\nosuch$$</span>'],
  [
    '!avatar(ada@x.test)',
    '<img alt="ada@x.test" class="message_body_gravatar" src="/avatar/10?s=30" title="ada@x.test">',
  ],
  [
    '!gravatar(eve@x.test)',
    '<img alt="eve@x.test" class="message_body_gravatar" src="/avatar/eve@x.test?s=30" title="eve@x.test">',
  ],

  // Example from docs/protocol/webhooks.md#helloworld.
  [
    'Hello! I am happy to be here! :smile:\nThe article for today is **[TITLE](https://ex.org)**',
    `Hello! I am happy to be here! ${smile}<br>\nThe article for today is <strong>${linkTo('https://ex.org', 'TITLE')}</strong>`,
  ],
]

describe('inline markup', () => {
  it.each(rows)('becomes HTML: %s', (input, output) => {
    expect(renderInline(input)).toBe(output)
  })

  it('shows a formula within the text', () => {
    expect(renderInline('so $$x^2$$.')).toMatch(/^so <span class="katex">.*<\/span>\.$/s)
  })

  it.each([
    ['1496701800', '2017-06-05T22:30:00Z'],
    ['1496701800.5', '2017-06-05T22:30:00Z'],
    ['2017-06-05T22:30:00Z', '2017-06-05T22:30:00Z'],
    ['2017-06-05T22:30:00.123Z', '2017-06-05T22:30:00Z'],
    ['2017-06-05 22:30', '2017-06-05T22:30:00Z'],
    ['2017-06-05T22:30:00+05:30', '2017-06-05T17:00:00Z'],
    ['2017-06-05T22:30-0200', '2017-06-06T00:30:00Z'],
    ['2017-06-05', '2017-06-05T00:00:00Z'],
    ['31 Dec 2017', '2017-12-31T00:00:00Z'],
    ['Jun 5th 2017, 10:30PM', '2017-06-05T22:30:00Z'],
    ['June 5, 2017 12:05 am', '2017-06-05T00:05:00Z'],
    ['0001-01-01', '0001-01-01T00:00:00Z'],
    ['January 25, 2021, 1:00 PM EST', '2021-01-25T18:00:00Z'],
    ['Mon, 25 Jan 2021 13:00:00 +0530', '2021-01-25T07:30:00Z'],
    ['Wednesday, June 5 2019, 9:05pm cest', '2019-06-05T19:05:00Z'],
    ['2021-01-25 13:00 IST', '2021-01-25T07:30:00Z'],
    ['January 25, 2021, 13:00 UTC-5', '2021-01-25T18:00:00Z'],
    ['January 25, 2021, 13:00 UTC+05:30', '2021-01-25T07:30:00Z'],
    ['25 Jan 2021 at 1 pm GMT-5', '2021-01-25T18:00:00Z'],
    ['Jan 25 2021 13:00 +2', '2021-01-25T11:00:00Z'],
    ['2021-01-25T13:00UTC+530', '2021-01-25T07:30:00Z'],
    ['2021/01/25 13:00', '2021-01-25T13:00:00Z'],
  ])('shows %s as a time', (written, datetime) => {
    expect(renderInline(`at <time:${written}>.`)).toBe(
      `at <time datetime="${datetime}">${written}</time>.`,
    )
  })

  it.each([
    ...['**hello**', '', 'noon', '2017-02-30', '2017-13-01', '2017-06-05T24:00', '31 Foo 2017'],
    ...['1 Jan 2017 13:00 XYZ', '1 Jan 2017 constr', '2021-01-25T13:00+24:00'],
    ...[
      '1 Jan 2017 5',
      '1 Jan 2017 UTC-24',
      '1 Jan 2017 13:00 EST-5',
      '2021-01/25',
      '1 Jan 2017 5 UTC-',
    ],
    ...['31 Feb 2017', '1 Jan 2017 13:00 pm', '999999999999', '2017-06-05T22:30+99:00', '-5'],
  ])('says that %j is not a time', (written) => {
    expect(renderInline(`<time:${written}>`)).toBe(`&lt;time:${written}&gt;`)
  })

  it('links uploaded pictures, and leaves others as they are', () => {
    expect(renderInline('see ![a cat](/user_uploads/1/ab/cat.txt)')).toBe(
      'see <a href="/user_uploads/1/ab/cat.txt">a cat</a>',
    )
    expect(renderInline('![](/user_uploads/1/ab/c.txt)')).toContain('>/user_uploads/1/ab/c.txt</a>')
    expect(renderInline('![x](javascript:alert)')).toBe('![x](javascript:alert)')
    expect(renderInline('![x](/elsewhere)')).toBe('![x](/elsewhere)')
  })

  it('escapes invalid times, and leaves much too long ones unchanged', () => {
    expect(renderInline('<time:<alert(1)>>')).toBe('&lt;time:&lt;alert(1)&gt;&gt;')
    expect(renderInline(`<time:${'x'.repeat(101)}>`)).toBe(`&lt;time:${'x'.repeat(101)}&gt;`)
    expect(renderInline('`<time:1>`')).toBe('<code>&lt;time:1&gt;</code>')
  })

  it('pairs markup on each line of a text and of the label of a link', () => {
    expect(renderInline('*a\n*b* c*\n**d**')).toBe('*a<br>\n<em>b</em> c*<br>\n<strong>d</strong>')
    expect(renderInline('[*a\nb* **c**](/x)')).toContain('*a<br>\nb* <strong>c</strong>')
  })

  it('marks up words of any script, but not the arguments of a function', () => {
    expect(renderInline('这**很"好"**吧')).toBe('这<strong>很"好"</strong>吧')
    expect(renderInline('f(*args, **kwargs)')).toBe('f(*args, **kwargs)')
  })

  it('leaves the inside of a URL alone', () => {
    expect(renderInline('https://ex.org/*a*:smile:~~x *b*')).toBe(
      `${linkTo('https://ex.org/*a*:smile:~~x')} <em>b</em>`,
    )
    expect(renderInline('**https://ex.org/p**')).toBe(
      `<strong>${linkTo('https://ex.org/p')}</strong>`,
    )
  })

  it('does not put a link into a link', () => {
    expect(renderInline('[see ex.org, #**team lunch**](/x)')).toBe(
      linkTo('/x', 'see ex.org, #<strong>team lunch</strong>'),
    )
  })

  it('prefers an emoji of the realm', () => {
    const realmEmoji = { smile: { id: 4, sourceUrl: '/4.png' } }
    const named = { users: [], groups: [], streams: [], realmEmoji }
    expect(render(':smile:', { named }).html).toContain('src="/4.png"')
  })
})
