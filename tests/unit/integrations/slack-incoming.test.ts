import { markdownOfMrkdwn } from '../../../src/server/api/integrations/slack/mrkdwn'
import { deliver, fixture, refusalOf } from './deliver'

const deliverSlack = (name: string) => deliver('slack_incoming', fixture(`slack-incoming/${name}`))

describe('slack_incoming', () => {
  it('turns text into Markdown, the channel into the topic', () => {
    expect(deliverSlack('text')).toEqual({
      topic: 'deploys',
      content:
        ':rocket: **Deployer**\n' +
        'Deploy of **rocket** to [run 12](https://deploy.acme.test/runs/12_a?x=1&y=2)' +
        ' by @ada finished in *41 s* <fast>',
    })
  })

  it('has a topic of its own for messages without a channel', () => {
    expect(deliverSlack('plain')).toEqual({
      topic: 'Message from Slack',
      content: 'All systems nominal',
    })
  })

  it('shows attachments below the text', () => {
    expect(deliverSlack('attachments')?.content.split('\n\n')).toEqual([
      'Build **#218** failed',
      'Please have a look, @**all**',
      '[Ada Byron](https://ci.acme.test/users/ada)',
      '**[(rocket) unit tests](https://ci.acme.test/builds/218)**',
      '2 of 310 tests ~~passed~~ failed\n```\nexpected 3\n  got *4*\n```',
      '* **Branch**: main\n* **Duration**: 143',
      '[image](https://ci.acme.test/graphs/218.png)',
      '[Rerun](https://ci.acme.test/builds/218/rerun)',
      'Acme CI | 2026-03-02 10:15 UTC',
    ])
  })

  it('uses the fallback of an attachment without other text', () => {
    expect(deliverSlack('fallback')?.content).toBe('Required plain-text summary')
  })

  it('shows blocks in place of the text', () => {
    expect(deliverSlack('blocks')?.content.split('\n\n')).toEqual([
      '**New request**',
      'From [Bo Carter](https://hr.acme.test/people/bo): **2 days** off',
      '[calendar](https://hr.acme.test/calendar.png)',
      '* **Type:** Holiday\n* **When:** 2 to 3 March',
      '---',
      '[Team plan](https://hr.acme.test/plan.png)',
      '[logo](https://hr.acme.test/logo.png) See `hr help`',
      '[Open](https://hr.acme.test/requests/9)',
    ])
  })

  it('shows rich text', () => {
    expect(deliverSlack('rich-text')?.content).toBe(
      'Hello @**all**, see [the plan](https://acme.test/a_b) before ***noon*** :wave:`npm i`\n\n' +
        '* one\n* @U1 two\n  * nested\n\n' +
        '````\na = 1\n```\nb = 2\n````\n\n' +
        '~~~quote\nSo long\n~~~',
    )
  })

  it('falls back to the text if the blocks have none', () => {
    const body = JSON.stringify({ text: 'hello', blocks: [{ type: 'hologram' }] })
    expect(deliver('slack_incoming', body)?.content).toBe('hello')
  })

  it('leaves text without markup alone', () => {
    const body = JSON.stringify({ text: '2 *3* 4 ', mrkdwn: false })
    expect(deliver('slack_incoming', body)?.content).toBe('2 *3* 4')
  })

  it('does not let code that the text leaves open swallow the attachments', () => {
    const body = JSON.stringify({ text: 'log:\n```\nboom', attachments: [{ text: 'see above' }] })
    expect(deliver('slack_incoming', body)?.content).toBe('log:\n```\nboom\n```\n\nsee above')
  })

  it('takes its payload from a form as well', () => {
    const body = new URLSearchParams({ payload: fixture('slack-incoming/plain') }).toString()
    expect(deliver('slack_incoming', body)).toEqual(deliverSlack('plain'))
  })

  it('sends nothing for empty messages, and refuses invalid ones', () => {
    expect(deliver('slack_incoming', '{"text": " "}')).toBeNull()
    expect(deliver('slack_incoming', '{"text": null, "attachments": []}')).toBeNull()
    const faultOf = (body: string) => refusalOf(() => deliver('slack_incoming', body))['msg']
    expect(faultOf('{"channel": "#a"}')).toBe('text key is missing from payload')
    expect(faultOf('{"text": 1}')).toBe('payload["text"] is not a string')
    expect(faultOf('{"attachments": [{"fields": [{"value": []}]}]}')).toBe(
      'payload["attachments"][0]["fields"][0]["value"] is not a string or a float',
    )
  })
})

describe('the markup of Slack', () => {
  it.each([
    ['*bold* _italic_ ~struck~', '**bold** *italic* ~~struck~~'],
    ['*_both_*', '***both***'],
    ['(*bold*), *two words*.', '(**bold**), **two words**.'],
    ['2*3*4 snake_case_name a~b~c', '2*3*4 snake_case_name a~b~c'],
    ['* item * _ x _', '* item * _ x _'],
    ['*across\nlines*', '*across\nlines*'],
    ['`*code*` and ```_block_```', '`*code*` and \n```\n_block_\n```'],
    ['*bold `code` <https://x.test|link>*', '**bold `code` [link](https://x.test)**'],
    ['<https://x.test/_a_>', '[https://x.test/_a_](https://x.test/_a_)'],
    ['https://x.test/_a_ _b_', 'https://x.test/_a_ *b*'],
    ['<https://x.test|a [b] `c`>', "[a (b) 'c'](https://x.test)"],
    [
      '<mailto:bo@x.test|Bo> <mailto:bo@x.test>',
      '[Bo](mailto:bo@x.test) [bo@x.test](mailto:bo@x.test)',
    ],
    ['<javascript:alert(1)|x>', 'x'],
    ['<@U1> <@U1|ada> <#C1|general> <#C1>', '@U1 @ada #general #C1'],
    ['<!here> <!channel> <!everyone>', '@**all** @**all** @**all**'],
    ['<!subteam^S1|@crew> <!subteam^S1>', '@crew @subteam^S1'],
    ['<!date^1392734382^{date}|Feb 18>', 'Feb 18'],
    ['&lt;b&gt; &amp;lt; <not a link>', '<b> &lt; <not a link>'],
    ['&gt; quoted', '> quoted'],
    ['`a &lt; b`', '`a < b`'],
    // Placeholder characters in the text are not replaced, or they could repeat a piece endlessly.
    ['\uE0000\uE001 <https://x.test|y>', '0 [y](https://x.test)'],
  ])('becomes Markdown: %j', (mrkdwn, markdown) => {
    expect(markdownOfMrkdwn(mrkdwn)).toBe(markdown)
  })

  it('is fast on hostile input', () => {
    for (const mark of ['*', '_', '~', '<', '`', '```', '<a|', '\n```', '*_']) {
      expect(typeof markdownOfMrkdwn(mark.repeat(200_000))).toBe('string')
    }
  })
})
