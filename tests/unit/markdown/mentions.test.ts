import { collectReferences } from '../../../src/markdown/render'
import { render, renderInline } from './support'

const ada = '<span class="user-mention" data-user-id="10">@Ada Byron</span>'
const silentAda = '<span class="user-mention silent" data-user-id="10">Ada Byron</span>'
const backend = '<span class="user-group-mention" data-user-group-id="5">@backend</span>'

/** Every row of docs/protocol/markdown.md#mentions; silent mentions as Zulip 2.0 has them. */
const rows: Array<[input: string, output: string, mentionedUserIds: number[]]> = [
  ['@**Ada Byron**', ada, [10]],
  ['@**ada byron**', ada, [10]],
  ['@**Ada Byron|10**', ada, [10]],
  ['@**Ada Byron|11**', '@<strong>Ada Byron|11</strong>', []],
  ['@**Nobody**', '@<strong>Nobody</strong>', []],
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
    '<span class="user-group-mention silent" data-user-group-id="6">role:everyone</span>',
    [],
  ],
  ['x@**Bo**', 'x@<strong>Bo</strong>', []],
  ['(@**Ada Byron**, hi)', `(${ada}, hi)`, [10]],
  ['`@**Ada Byron**`', '<code>@**Ada Byron**</code>', []],
  [
    '#**team lunch**',
    '<a class="stream" data-stream-id="7" href="/#narrow/stream/7-team-lunch">#team lunch</a>',
    [],
  ],
  ['#**Team lunch**', '#<strong>Team lunch</strong>', []],
  ['#**nostream**', '#<strong>nostream</strong>', []],
  [
    '#**Über.x**',
    '<a class="stream" data-stream-id="8" href="/#narrow/stream/8-.C3.9Cber.2Ex">#Über.x</a>',
    [],
  ],
]

describe('mentions and stream links', () => {
  it.each(rows)('%s', (input, output, mentionedUserIds) => {
    expect(renderInline(input)).toBe(output)
    expect(render(input)).toMatchObject({ mentionedUserIds, mentionsWildcard: false })
  })

  it.each(['all', 'everyone', 'stream', 'channel'])('mentions everybody by %s', (name) => {
    expect(render(`@**${name}**`)).toMatchObject({
      html: `<p><span class="user-mention" data-user-id="*">@${name}</span></p>`,
      mentionsWildcard: true,
    })
    expect(render(`@_**${name}**`)).toMatchObject({
      html: `<p><span class="user-mention silent" data-user-id="*">${name}</span></p>`,
      mentionsWildcard: false,
    })
  })

  it('mentions within a quote, and not within code', () => {
    expect(render('> @**Ada Byron**').mentionedUserIds).toEqual([10])
    expect(render('```quote\n@**Ada Byron**\n```').mentionedUserIds).toEqual([10])
    expect(render('```\n@**Ada Byron** @**all**\n```')).toMatchObject({
      mentionedUserIds: [],
      mentionsWildcard: false,
    })
  })

  it('names everyone once, however often they are mentioned', () => {
    const { mentionedUserIds } = render('@**Bo** @**Ada Byron** @**bo** @*backend*')
    expect(mentionedUserIds).toEqual([11, 10, 12])
    expect(render('@**Ada Byron** @*backend*').mentionedByGroupOnly).toEqual([12])
  })

  it('collects the names that have to be looked up', () => {
    const content = [
      '@**Ada Byron** @**ada byron** @_**Bo** @**Eve|12** @**all** x@**Far**',
      '> @*backend* @_*frontend* #**ops** !avatar(ada@x.test)',
      '`@**Code** #**code**`',
      '```',
      '@**Code** !avatar(code@x.test)',
      '```',
    ].join('\n')

    expect(collectReferences(content)).toEqual({
      userNames: ['Ada Byron', 'ada byron', 'Bo'],
      userIds: [12],
      groupNames: ['backend', 'frontend'],
      streamNames: ['ops'],
      emails: ['ada@x.test'],
    })
  })
})
