import { markdownOfText } from '../../../src/server/moving/import/discord/markdown'
import type { DiscordNames } from '../../../src/server/moving/import/discord/names'
import { plainOfText } from '../../../src/server/moving/import/discord/plain'

const general = { kind: 'stream', key: '30', name: 'general' } as const
const launch = { kind: 'thread', firstKey: '900', name: 'The launch' } as const
const role = { key: '40', name: 'Night Crew' }

const names: DiscordNames = {
  user: (id) => (id === '10' ? { key: '10', name: 'Ada L.' } : undefined),
  role: (id) => (id === '40' ? role : undefined),
  roleIn: (text) => (text.startsWith('Night Crew') ? { role, length: 10 } : undefined),
  channel: (id) => (id === '30' ? general : id === '31' ? launch : undefined),
  channelNamed: (name) => (name === 'general' ? general : undefined),
  emoji: (id) => (id === '50' ? 'party_cat' : undefined),
  emojiNamed: (name) => (name === 'Party_Cat' ? 'party_cat' : undefined),
  isOwnGuild: (id) => id === '1',
}
const mentions = [{ key: '10', names: ['Ada L.', 'ada'] }]

const [none, noBreak] = ['\u200b', '\u00a0']
const ada = '\u0001user:10|Ada L.\u0002'
const here = 'https://discord.com/channels/1/30/77'

/** Source: docs/protocol/import.md#discord-markup. */
describe('the markup of Discord', () => {
  it.each([
    ['**b** *i* _i_ ~~s~~', '**b** *i* *i* ~~s~~'],
    ['***both*** **a *b* c** _**x**_', '***both*** **a *b* c** ***x***'],
    ['__under__ **bold __under__** ___x___', '**under** **bold under** ***x***'],
    ['**two\nlines ** *', '**two**\n**lines**  *'],
    ['snake_case_name _a_b_ 2*3*4 2 * 3 * 4', 'snake_case_name _a_b_ 2*3*4 2 * 3 * 4'],
    ['\\*not\\* \\_x\\_ \\~~y\\~~ \\`z\\`', `&#42;not&#42; _x_ ~${none}~y~${none}~ &#96;z&#96;`],
    ['\\# no\n1\\. no\n\\> no\n\\- no', `${none}# no\n1.${none} no\n${none}> no\n${none}- no`],
    ['¯\\_(ツ)_/¯', '¯\\_(ツ)_/¯'],
    ['# one\n### three\n#### four\n-# small', '# one\n### three\n&#35;### four\nsmall'],
    ['- a\n  - b\n      - c\n1. d\nafter', '- a\n  - b\n    - c\n1. d\n\nafter'],
    ['* a\n* *b*\n+ c', '* a\n* *b*\n\n&#43; c'],
    ['> one\n> *two*\nafter', '> one\n> *two*\n\nafter'],
    ['before\n>>> all\n> of it', 'before\n\n> all\n> \\> of it'.replace('\\>', `${none}>`)],
    ['>no quote\n---\n| a |\n|---|', `${none}>no quote\n${none}---\n| a |\n${none}|---|`],
    ['    indented', `${noBreak.repeat(4)}indented`.trim()],
    ['&nbsp; &amp; a & b', '&amp;nbsp; &amp;amp; a & b'],
    ['$$x$$ <time:1> [a] (b)', '&#36;&#36;x&#36;&#36; &lt;time:1> [a] (b)'],
  ])('becomes Markdown: %j', (text, markdown) => {
    expect(markdownOfText(text, names, mentions)).toBe(markdown)
  })

  it.each([
    ['`a *b* <@10>` *c*', '`a *b* <@10>` *c*'],
    ['`` a`b `` and `` ` ``', '`` a`b `` and `` ` ``'],
    ['open ` tick **b**', 'open ` tick **b**'],
    ['```js\n*x*\n\n  y **z**\n```after', '```js\n*x*\n\n  y **z**\n```\nafter'],
    ['see ```one line``` now', 'see \n```\none line\n```\n now'],
    ['```tex\n\\frac\n```', '```\n\\frac\n```'],
    ['```open', `${none}\`\`\`open`],
    ['```\n> no quote\n||no||\n```', '```\n> no quote\n||no||\n```'],
    ['> ```py\n> x = 1\n> ```\nafter', '````quote\n```py\nx = 1\n```\n````\n\nafter'],
  ])('leaves code as it is: %j', (text, markdown) => {
    expect(markdownOfText(text, names, mentions)).toBe(markdown)
  })

  it.each([
    ['||all||', '```spoiler\nall\n```'],
    ['The killer is ||*Bob*||, yes', 'The killer is\n```spoiler\n*Bob*\n```\n, yes'],
    ['**||x||** a |||| c', '```spoiler\nx\n```\n a |||| c'],
    ['||```\ncode\n```||', '````spoiler\n```\ncode\n```\n````'],
    ['\\|\\|no\\|\\| `||`', '||no|| `||`'],
  ])('has spoilers as blocks: %j', (text, markdown) => {
    expect(markdownOfText(text, names, mentions)).toBe(markdown)
  })

  it.each([
    ['<@10> <@!10> <@99>', `${ada} ${ada} @99`],
    ['@Ada L., @ada; mail@ada @nobody', `${ada}, ${ada}; mail${ada} @nobody`],
    [
      '<@&40> @Night Crew! <@&9>',
      '\u0001group:40|@Night Crew\u0002 \u0001group:40|@Night Crew\u0002! @9',
    ],
    ['@everyone @here @everyones', '@**all** @**all** @everyones'],
    [
      '<#30> #general. #other a#general',
      '\u0001stream:30|#general\u0002 \u0001stream:30|#general\u0002. #other a#general',
    ],
    ['<#31> <#99>', '[The launch](\u0001message:900|#\u0002) #99'],
    [
      '<:Party_Cat:50> <a:gone:51> :Party_Cat: :x: 10:30:45',
      ':party_cat: :gone: :party_cat: :x: 10:30:45',
    ],
    ['<t:1392734382:R> <t:1392734382>', '<time:2014-02-18T14:39:42Z> <time:2014-02-18T14:39:42Z>'],
    ['</poll new:123456>', '`/poll new`'],
    ['**<@10>** _<#30>_', `**${ada}** *\u0001stream:30|#general\u0002*`],
    ['a < b <x>', 'a < b <x>'],
  ])('has mentions, channels, emoji, times: %j', (text, markdown) => {
    expect(markdownOfText(text, names, mentions)).toBe(markdown)
  })

  it.each([
    [
      '[a *b*](https://x.org/a_b_c) [t](<https://x.org> "tip")',
      '[a *b*](https://x.org/a_b_c) [t](https://x.org)',
    ],
    ['<https://x.org/a>, https://x.org/_a_.', 'https://x.org/a, https://x.org/_a_.'],
    ['**https://x.org/(a)** (https://x.org/b)', '**https://x.org/(a)** (https://x.org/b)'],
    [
      `${here} [it](${here}).`,
      `\u0001message:77|${here}\u0002 [it](\u0001message:77|${here}\u0002).`,
    ],
    ['https://discord.com/channels/1/30', '\u0001stream:30|#general\u0002'],
    ['https://discord.com/channels/2/30/77', 'https://discord.com/channels/2/30/77'],
    [
      'https://ptb.discordapp.com/channels/1/30/77',
      'https://ptb.discordapp.com/channels/1/30/77',
    ].map((url, index) => (index === 0 ? url : `\u0001message:77|${url}\u0002`)) as [
      string,
      string,
    ],
  ])('has links: %j', (text, markdown) => {
    expect(markdownOfText(text, names, mentions)).toBe(markdown)
  })

  it('has plain words for topics and quotes', () => {
    const text = '# *Who* is <@10>?\n> see [the _page_](https://x.org) in <#30> ||secret||'
    expect(plainOfText(text, names, [])).toBe('Who is @Ada L.?\nsee the page in #general ▒▒▒')
  })

  it('takes time in proportion to the text', () => {
    const hostile = ['*a ', '_a ', '**a', '`', '` ', '``` ', '||', '~~a', '[a](', '<a', '@', '> ']
    for (const each of hostile) {
      const text = each.repeat(8_000)
      expect(markdownOfText(text, names, mentions).length).toBeGreaterThan(0)
    }
  })
})
