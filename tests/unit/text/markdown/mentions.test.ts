import { collectReferences } from '../../../../src/server/text/markdown/render'
import { acme, render, renderInline } from './support'

const ada = '<span class="user-mention" data-user-id="10">@Ada Byron</span>'
const silentAda = '<span class="user-mention silent" data-user-id="10">Ada Byron</span>'
const silentGone = '<span class="user-mention silent" data-user-id="30">Gone</span>'
const backend = '<span class="user-group-mention" data-user-group-id="5">@backend</span>'

/** Every row of docs/protocol/markdown.md#mentions, with silent mentions as in Zulip 2.0. */
const rows: Array<[input: string, output: string, mentionedUserIds: number[]]> = [
  ['@**Ada Byron**', ada, [10]],
  ['@**ada byron**', ada, [10]],
  ['@**Ada Byron|10**', ada, [10]],
  ['@**|10**', ada, [10]],
  ['@_**|10**', silentAda, []],
  ['@**|99**', '@<strong>|99</strong>', []],
  ['@**Ada Byron|11**', '@<strong>Ada Byron|11</strong>', []],
  ['@**Nobody**', '@<strong>Nobody</strong>', []],
  ['@**Gone**', silentGone, []],
  ['@**|30**', silentGone, []],
  ['@_**Gone|30**', silentGone, []],
  ['@**Bo|30**', '@<strong>Bo|30</strong>', []],
  ['@*band*', '<span class="user-group-mention silent" data-user-group-id="9">band</span>', []],
  ['@all', '@all', []],
  ['@**ALL**', '@<strong>ALL</strong>', []],
  ['@*backend*', backend, [10, 12]],
  ['@*frontend*', '@<em>frontend</em>', []],
  ['@_**Ada Byron**', silentAda, []],
  [
    '@_*Backend*',
    '<span class="user-group-mention silent" data-user-group-id="5">backend</span>',
    [],
  ],
  ['@*role:everyone*', '@<em>role:everyone</em>', []],
  [
    '@_*role:everyone*',
    '<span class="user-group-mention silent" data-user-group-id="6">Everyone</span>',
    [],
  ],
  ['x@**Bo**', 'x@<strong>Bo</strong>', []],
  ['(@**Ada Byron**, hi)', `(${ada}, hi)`, [10]],
  ['[@**Ada Byron**] /@**Ada Byron** {@**Ada Byron**}', `[${ada}] /${ada} {${ada}}`, [10]],
  ['**@**Ada Byron|10****', `<strong>${ada}</strong>`, [10]],
  ['*@**Ada Byron***', `<em>${ada}</em>`, [10]],
  ['***@**Ada Byron|10*****', `<strong><em>${ada}</em></strong>`, [10]],
  [
    '~~@**Ada Byron**~~ (**@_**Ada Byron** too**)',
    `<del>${ada}</del> (<strong>${silentAda} too</strong>)`,
    [10],
  ],
  ['**@*backend***', `<strong>${backend}</strong>`, [10, 12]],
  ['x**@**Bo**', 'x<strong>@</strong>Bo**', []],
  [
    '**#**team lunch****',
    '<strong><a class="stream" data-stream-id="7" href="/#narrow/channel/7-team-lunch">#team lunch</a></strong>',
    [],
  ],
  ['`@**Ada Byron**`', '<code>@**Ada Byron**</code>', []],
  [
    '#**team lunch**',
    '<a class="stream" data-stream-id="7" href="/#narrow/channel/7-team-lunch">#team lunch</a>',
    [],
  ],
  ['#**Team lunch**', '#<strong>Team lunch</strong>', []],
  ['#**nostream**', '#<strong>nostream</strong>', []],
  [
    '#**Über.x**',
    '<a class="stream" data-stream-id="8" href="/#narrow/channel/8-.C3.9Cber.2Ex">#Über.x</a>',
    [],
  ],
]

describe('mentions and stream links', () => {
  it.each(rows)('become HTML: %s', (input, output, mentionedUserIds) => {
    expect(renderInline(input)).toBe(output)
    expect(render(input)).toMatchObject({ mentionedUserIds, mentionsWildcard: false })
  })

  it.each(['all', 'everyone', 'stream', 'channel'])('mentions everybody by %s', (name) => {
    expect(render(`@**${name}**`)).toMatchObject({
      html: `<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@${name}</span></p>`,
      mentionsWildcard: true,
    })
    expect(render(`@_**${name}**`)).toMatchObject({
      html: `<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">${name}</span></p>`,
      mentionsWildcard: false,
    })
  })

  it.each(['> %', '```quote\n%\n```', '* > %', '> * %', '> a\n> > %'])(
    'mentions nobody in a quote: %j',
    (quote) => {
      const names = '@**Ada Byron** @**all** @**topic** @*backend* @*role:everyone*'
      const { html, ...found } = render(quote.replace('%', names))
      expect(html).toContain(
        `${silentAda} <span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span> ` +
          '<span class="topic-mention silent">topic</span> ' +
          '<span class="user-group-mention silent" data-user-group-id="5">backend</span> ' +
          '<span class="user-group-mention silent" data-user-group-id="6">Everyone</span>',
      )
      expect(found).toMatchObject({
        mentionedUserIds: [],
        mentionsWildcard: false,
        mentionsTopic: false,
      })
    },
  )

  it('mentions users named beside a quote', () => {
    for (const content of ['> @**Bo**\n\n@**Ada Byron**', '@**Ada Byron**\n> @**Bo**']) {
      expect(render(content)).toMatchObject({ mentionedUserIds: [10] })
      expect(render(content).html).toContain(ada)
    }
  })

  it('makes no mention in code', () => {
    expect(render('```\n@**Ada Byron** @**all**\n```')).toMatchObject({
      mentionedUserIds: [],
      mentionsWildcard: false,
    })
  })

  const lunch = '/#narrow/channel/7-team-lunch'
  it.each([
    [
      '#**team lunch>logo**',
      `<a class="stream-topic" data-stream-id="7" href="${lunch}/topic/logo">#team lunch &gt; logo</a>`,
    ],
    [
      '#**team lunch>✔ a & b?>c.d**',
      `<a class="stream-topic" data-stream-id="7" href="${lunch}/topic/.E2.9C.94.20a.20.26.20b.3F.3Ec.2Ed">` +
        '#team lunch &gt; ✔ a &amp; b?&gt;c.d</a>',
    ],
    [
      '#**team lunch>**',
      `<a class="stream-topic" data-stream-id="7" href="${lunch}/topic/">#team lunch &gt; <em>general chat</em></a>`,
    ],
    [
      '#**team lunch>logo@123**',
      `<a class="message-link" href="${lunch}/topic/logo/near/123">#team lunch &gt; logo @ 💬</a>`,
    ],
    [
      '#**team lunch>@123**',
      `<a class="message-link" href="${lunch}/topic//near/123">#team lunch &gt; <em>general chat</em> @ 💬</a>`,
    ],
    [
      '#**team lunch>ann@home**',
      `<a class="stream-topic" data-stream-id="7" href="${lunch}/topic/ann.40home">#team lunch &gt; ann@home</a>`,
    ],
    ['#**no>logo**', '#<strong>no&gt;logo</strong>'],
    ['#**>logo**', '#<strong>&gt;logo</strong>'],
    ['x#**team lunch>logo**', 'x#<strong>team lunch&gt;logo</strong>'],
  ])('links to a place: %s', (input, output) => {
    expect(renderInline(input)).toBe(output)
  })

  it('mentions in the cell of a table, also by id', () => {
    const { html, mentionedUserIds } = render(
      '| @**Ada Byron|10** | `a|b` |\n|--|--|\n| **@_**Ada Byron|10**** | @**Bo\\|11** |',
    )
    expect(html).toContain(`<th>${ada}</th>\n<th><code>a|b</code></th>`)
    expect(html).toContain(`<td><strong>${silentAda}</strong></td>\n<td><span`)
    expect(mentionedUserIds).toEqual([10, 11])
  })

  it('links to a stream whose name has the sign between stream and topic', () => {
    const streams = [{ id: 9, name: 'a>b' }]
    expect(renderInline('#**a>b**', { named: { ...acme, streams } })).toBe(
      '<a class="stream" data-stream-id="9" href="/#narrow/channel/9-a.3Eb">#a&gt;b</a>',
    )
  })

  it('lists each mentioned user once', () => {
    const { mentionedUserIds } = render('@**Bo** @**Ada Byron** @**bo** @*backend*')
    expect(mentionedUserIds).toEqual([11, 10, 12])
    expect(render('@**Ada Byron** @*backend*').mentionedByGroupOnly).toEqual([12])
  })

  it('collects the names that have to be looked up', () => {
    const content = [
      '@**Ada Byron** @**ada byron** @_**Bo** @**Eve|12** @**all** x@**Far**',
      '> @*backend* @_*frontend* #**ops** #**dev>t@1** !avatar(ada@x.test)',
      '`@**Code** #**code**`',
      '```',
      '@**Code** !avatar(code@x.test)',
      '```',
    ].join('\n')

    expect(collectReferences(content)).toEqual({
      userNames: ['Ada Byron', 'ada byron', 'Bo'],
      userIds: [12],
      groupNames: ['backend', 'frontend'],
      topics: [],
      streamNames: ['ops', 'dev', 'dev>t@1'],
      emails: ['ada@x.test'],
    })
  })
})
