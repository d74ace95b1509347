import { idOf } from './discord-export'
import { at, sketchOrganization } from './organization'
import type { SketchedOrganization } from './organization'

/** Texts as people write them on each server, for comparisons word by word. */
export const richTexts = {
  slack: [
    'Plain words, with *bold*, _italic_, ~struck~ and `code` in one line',
    '<@UBOB> and <@UADA> in <#CGENERAL|general>, see <https://example.org/a?b=c|the page> or <https://example.org/x>',
    '```if (a) {\n    b()\n}```\nafter the code',
    '&gt; quoted line\n&gt; second line\nanswer',
    '• one\n• two\n    ◦ two and a half\n• three',
    'AT&amp;T &lt;b&gt; 1 * 2 * 3 snake_case_name # no heading',
    '<!here> <!channel> <!subteam^S1|@crew> <mailto:a@example.org|a@example.org>',
    'Done :tada: :+1: :no_such_emoji:',
    '| a | b |\n1. first\n2. second',
    'Grüße, 你好, שלום, naïve café',
  ],
  mattermost: [
    'Plain words, with **bold**, *italic*, ~~struck~~ and `code` in one line',
    '@bob and @ada in ~general, see [the page](https://example.org/a?b=c) or https://example.org/x',
    '```js\nif (a) {\n    b()\n}\n```\nafter the code',
    '> quoted line\n> second line\n\nanswer',
    '- one\n- two\n  - two and a half\n- three',
    '# Heading\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\nunder the rule',
    '@here @channel @all #hashtag \\*escaped\\* snake_case_name',
    'Done :tada: :+1: :no_such_emoji:',
    '![picture](https://example.org/p.png "title") and <b>no html</b>',
    'Grüße, 你好, שלום, naïve café',
  ],
  'rocket-chat': [
    'Plain words, with *bold*, _italic_, ~struck~ and `code` in one line',
    '@bob and @ada in #general, see [the page](https://example.org/a?b=c) or https://example.org/x',
    '```js\nif (a) {\n    b()\n}\n```\nafter the code',
    '> quoted line\n> second line\n\nanswer',
    '- one\n- two\n- three\n\n1. first\n2. second',
    '# Heading\n\n**twice bold** and __twice italic__ and ~~twice struck~~',
    '@here @all snake_case_name 1 * 2 * 3 ||hidden||',
    'Done :tada: :+1: :no_such_emoji: :)',
    '![picture](https://example.org/p.png) and <b>no html</b> and \\[a formula\\]',
    'Grüße, 你好, שלום, naïve café',
  ],
  discord: [
    'Plain words, with **bold**, *italic*, _too_, __underlined__, ~~struck~~ and `code` in one line',
    `<@${idOf('bob')}> and <@!${idOf('ada')}> in <#${idOf('#general')}>, see [the page](https://example.org/a?b=c) or <https://example.org/x>`,
    '```js\nif (a) {\n    b()\n}\n```\nafter the code',
    '> quoted line\n> second line\nanswer',
    'before\n>>> all of\nthis is quoted',
    '- one\n- two\n  - two and a half\n* three\n\n1. first\n2. second',
    '# Heading\n## Second\n### Third\n#### no heading\n-# small print',
    '||hidden|| and ||two `code`|| spoilers',
    '@everyone @here #hashtag \\*escaped\\* snake_case_name 1 * 2 * 3',
    'Done 🎉 <:blob:1122334455667788990> :no_such_emoji: :) <t:1709283600:F>',
    '+ no list\n1) no list\n---\n| a | b |\n|---|---|\n| 1 | 2 |\n~~~\n    four spaces\n$$no formula$$',
    '\u200b# no heading\n\u200b- no list\n\u200b> no quote\n\u200b1. no number\nzero\u200bwidth',
    '\\# no heading\n\\- no list\n1\\. no number\n\\> no quote\n\\~~not struck\\~~',
    'Grüße, 你好, שלום, naïve café',
  ],
} as const satisfies Record<string, readonly string[]>

/** The organization of Ada and Bob, in which Ada writes all texts of a source. */
export function richOrganization(source: keyof typeof richTexts): SketchedOrganization {
  const organization = sketchOrganization()
  for (const [index, text] of richTexts[source].entries()) {
    organization.messages.push({
      ...{ to: 'general', sender: 'ada', at: at(30 + index), text: () => text },
    })
  }
  return organization
}
