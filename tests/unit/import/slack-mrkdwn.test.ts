import { markdownOfAttachments } from '../../../src/server/moving/import/slack/attachments'
import { markdownInsteadOfText } from '../../../src/server/moving/import/slack/blocks'
import { markdownOfMrkdwn, plainOfMrkdwn } from '../../../src/server/moving/import/slack/mrkdwn'
import type { SlackNames } from '../../../src/server/moving/import/slack/names'

const names: SlackNames = {
  user: (id) => (id === 'U1' ? { key: 'U1', name: 'Ada' } : undefined),
  group: (id) => (id === 'S2' ? { key: 'S2', name: 'crew' } : undefined),
  conversation: (id) => (id === 'C1' ? { key: 'C1', name: 'general', isStream: true } : undefined),
}

/** Source: docs/protocol/import.md#mrkdwn. */
describe('mrkdwn as Markdown', () => {
  it.each([
    ['*bold* _it_ ~st~ *_both_*', '**bold** *it* ~~st~~ ***both***'],
    ['snake_case_x 2 * 3 *not bold * a*b*c', 'snake_case_x 2 * 3 &#42;not bold * a&#42;b&#42;c'],
    ['(*b*), "_i_" *b*x', '(**b**), "*i*" &#42;b&#42;x'],
    ['*across\nlines*', '*across\nlines*'],
    ['`a *b* <https://x.org>` *b*', '`a *b* https://x.org` **b**'],
    ['@*x* \\*y*', '@&#42;x&#42; \\&#42;y&#42;'],
    ['&lt;b&gt; &amp;lt; &copy; &amp;nbsp; a&amp;b', '<b> &amp;lt; &amp;copy; &amp;nbsp; a&b'],
    ['* no list\n# no heading\n---', '&#42; no list\n&#35; no heading\n&#45;--'],
    ['&gt; q1\n&gt; q2\ntext', '> q1\n> q2\n\ntext'],
    ['&gt;&gt;&gt;all\nof it', '> all\n> of it'],
    ['> a\n>> b\n>c', '> a\n> &#62; b\n> c'],
    ['• a\n    ◦ b\nafter', '* a\n  * b\n\nafter'],
    ['see ```x &lt; 1\ny```now', 'see \n```\nx < 1\ny\n```\nnow'],
    ['open ```fence', 'open &#96;&#96;&#96;fence'],
    ['```  x\n\n  `y` ```', '```\n  x\n\n  `y` \n```'],
    ['&gt; ```a\n&gt;   b```\nc', '````quote\n```\na\n  b\n```\n````\n\nc'],
    ['&gt; see ```a```\n&gt; and\nc', '````quote\nsee \n```\na\n```\nand\n````\n\nc'],
    ['&gt;&gt;&gt;q\n```a```\nr', '````quote\nq\n```\na\n```\nr\n````'],
    ['1. a\n2. b\n4. d\n1. e', '1. a\n2. b\n\n4&#46; d\n1. e'],
    ['    • deep\n• - a', '* deep\n* &#45; a'],
    ['~~x~~ $$y$$ [t](<https://x.org>)', '~~x~~ &#36;&#36;y&#36;&#36; [t]&#40;https://x.org)'],
    [
      ':+1::skin-tone-3: :flag-de: :party_cat::skin-tone-2: :simple_smile: :squirrel: 10:30:45',
      '👍🏼 :flag_germany: :party_cat: :smile: :chipmunk: 10:30:45',
    ],
  ])('has the styles of %j', (mrkdwn, markdown) => {
    expect(markdownOfMrkdwn(mrkdwn, names)).toBe(markdown)
  })

  it.each([
    [
      '<@U1|bob> <@U9|bob> <#C1|old> <!here>',
      '\u0001user:U1|Ada\u0002 @bob \u0001stream:C1|#general\u0002 @**all**',
    ],
    [
      '*<@U1>* _<@U1>_ ~<@U1>~ *<#C1|old>* _*<!here>*_ <!channel>',
      '**\u0001user:U1|Ada\u0002** *\u0001user:U1|Ada\u0002* ~~\u0001user:U1|Ada\u0002~~ ' +
        '**\u0001stream:C1|#general\u0002** ***@**all***** @**channel**',
    ],
    ['x<@U1> -*<@U1>*', 'x\ufeff\u0001user:U1|Ada\u0002 -\ufeff**\u0001user:U1|Ada\u0002**'],
    ['```<@U1> <!here>```', '```\n@Ada @here\n```'],
    ['<https://x.org/a_b|a [b] *c*>', '[a &#91;b&#93; &#42;c&#42;](https://x.org/a_b)'],
    ['<https://x.org>, <https://x.org>x', 'https://x.org, [https://x.org](https://x.org)x'],
    ['<mailto:a@x.org|a@x.org> <javascript:x|y>', 'a@x.org y (javascript:x)'],
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
  ])('has the references and links of %j', (mrkdwn, markdown) => {
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
    const read = (blocks: object[]) =>
      markdownInsteadOfText({ text: 'plain *b*', blocks }, names, () => undefined)
    expect(read([])).toBeUndefined()
    expect(read(rich(section))).toBe('plain **b**')
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
    expect(
      markdownOfAttachments({ text: '<https://x.org>', attachments }, names, () => undefined),
    ).toBe('**[Build 7](https://ci/7)**\n\n**failed**\n\n**Branch**: main\n\nCI')
  })
})
