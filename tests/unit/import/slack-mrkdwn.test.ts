import { markdownOfAttachments } from '../../../src/server/chat/jobs/import/slack/attachments'
import { markdownInsteadOfText } from '../../../src/server/chat/jobs/import/slack/blocks'
import { markdownOfMrkdwn, plainOfMrkdwn } from '../../../src/server/chat/jobs/import/slack/mrkdwn'
import type { SlackNames } from '../../../src/server/chat/jobs/import/slack/names'

const names: SlackNames = {
  user: (id) => (id === 'U1' ? { key: 'U1', name: 'Ada' } : undefined),
  group: (id) => (id === 'S2' ? { key: 'S2', name: 'crew' } : undefined),
  conversation: (id) => (id === 'C1' ? { key: 'C1', name: 'general', isStream: true } : undefined),
}

const thin = '\u200a'
const noBreak = '\u00a0'

/** Source: docs/protocol/import.md#mrkdwn. */
describe('mrkdwn as Markdown', () => {
  it.each([
    ['*bold* _it_ ~st~ *_both_*', '**bold** *it* ~~st~~ ***both***'],
    [
      'snake_case_x 2 * 3 *not bold * a*b*c',
      `snake_case_x 2 * 3 *${thin}not bold * a*${thin}b*${thin}c`,
    ],
    ['(*b*), "_i_" *b*x', `(**b**), "*i*" *${thin}b*${thin}x`],
    ['*across\nlines*', '*across\nlines*'],
    ['`a *b* <https://x.org>` *b*', '`a *b* https://x.org` **b**'],
    ['@*x* \\*y*', `@*${thin}x* \\*${thin}y*`],
    ['&lt;b&gt; &amp;lt; &copy;', '<b> &lt; &copy;'],
    ['* no list\n# no heading', `*${noBreak}no list\n#${noBreak}no heading`],
    ['&gt; q1\n&gt; q2\ntext', '> q1\n> q2\n\ntext'],
    ['&gt;&gt;&gt;all\nof it', '> all\n> of it'],
    ['• a\n    ◦ b\nafter', '* a\n  * b\n\nafter'],
    ['see ```x &lt; 1\ny```now', 'see \n```\nx < 1\ny\n```\nnow'],
    ['open ```fence', 'open ```fence'],
    [
      ':+1::skin-tone-3: :flag-de: :party_cat: 10:30:45',
      ':+1: :flag_germany: :party_cat: 10:30:45',
    ],
  ])('%j', (mrkdwn, markdown) => {
    expect(markdownOfMrkdwn(mrkdwn, names)).toBe(markdown)
  })

  it.each([
    [
      '<@U1|bob> <@U9|bob> <#C1|old> <!here>',
      '\u0001user:U1|Ada\u0002 @bob \u0001stream:C1|#general\u0002 @**all**',
    ],
    ['<https://x.org/a_b|a [b] *c*>', `[a (b) *${thin}c*${thin}](https://x.org/a_b)`],
    ['<https://x.org>, <https://x.org>x', 'https://x.org, [https://x.org](https://x.org)x'],
    ['<mailto:a@x.org|a@x.org> <javascript:x|y>', 'a@x.org y'],
    ['<!date^1392734382^{date}|Feb 18>', '<time:2014-02-18T14:39:42Z>'],
    ['<!subteam^S1|@team>', '@team'],
    ['<!subteam^S2|@crew>', '\u0001group:S2|@crew\u0002'],
    [
      '<https://a.slack.com/archives/C1/p1446712932000003>',
      '[message in #general](\u0001message:C1/1446712932.000003|https://a.slack.com/archives/C1/p1446712932000003\u0002)',
    ],
    [
      '<https://a.slack.com/archives/C9/p1446712932000003|it>',
      '[it](https://a.slack.com/archives/C9/p1446712932000003)',
    ],
  ])('%j', (mrkdwn, markdown) => {
    expect(markdownOfMrkdwn(mrkdwn, names)).toBe(markdown)
  })

  it('has plain words for topics', () => {
    const text = '*Who* is <@U1>? &gt; see <https://x.org|the _page_> in <#C1>'
    expect(plainOfMrkdwn(text, names)).toBe('Who is @Ada? > see the page in #general')
  })

  it('takes blocks in place of the text if they say more', () => {
    const text = (value: string, style = {}) => ({ type: 'text', text: value, style })
    const section = {
      type: 'rich_text_section',
      elements: [text('plain '), text('b', { bold: true })],
    }
    const list = {
      ...{ type: 'rich_text_list', style: 'ordered', indent: 0 },
      elements: [{ elements: [text('one')] }, { elements: [text('two')] }],
    }
    const code = { type: 'rich_text_preformatted', elements: [text('x = 1')] }
    const rich = (...elements: object[]) => [{ type: 'rich_text', elements }]
    const read = (blocks: object[]) => markdownInsteadOfText({ text: 'plain *b*', blocks }, names)
    expect(read(rich(section))).toBeUndefined()
    expect(read(rich(section, list, code))).toBe('plain **b**\n1. one\n2. two\n\n```\nx = 1\n```')
    expect(
      read([
        { type: 'header', text: { type: 'plain_text', text: 'Build' } },
        {
          type: 'section',
          fields: [
            { type: 'mrkdwn', text: '*A*' },
            { type: 'mrkdwn', text: 'x' },
          ],
        },
        { type: 'actions', elements: [{ type: 'button' }] },
        { type: 'divider' },
      ]),
    ).toBe('## Build\n\n| **A** | x |\n| --- | --- |\n\n----')
  })

  it('has attachments of bots, and no previews of links that the text has', () => {
    const attachments = [
      { from_url: 'https://x.org', title: 'Preview', text: 'of x' },
      {
        ...{ title: 'Build 7', title_link: 'https://ci/7', text: '*failed*', footer: 'CI' },
        fields: [{ title: 'Branch', value: 'main' }],
      },
    ]
    expect(markdownOfAttachments({ text: '<https://x.org>', attachments }, names)).toBe(
      '**[Build 7](https://ci/7)**\n\n**failed**\n\n**Branch**: main\n\nCI',
    )
  })
})
