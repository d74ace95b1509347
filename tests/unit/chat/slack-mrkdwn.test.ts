import { mrkdwnOf } from '../../../src/server/moving/bridge/slack/mrkdwn-of'

const names = {
  url: 'https://chat.test',
  user: (id: number) => (id === 7 ? 'U0ADA' : undefined),
  channel: (id: number) => (id === 3 ? 'C0GENERAL' : undefined),
  file: () => undefined,
}
const written = (html: string) => mrkdwnOf(html, names).replaceAll('\u200b', '')

describe('a message for Slack', () => {
  it.each([
    ['<p>a &amp; b &lt;c&gt;</p>', 'a &amp; b &lt;c&gt;'],
    ['<p><strong>b</strong> <em>i</em> <del>s</del></p>', '*b* _i_ ~s~'],
    ['<p>one<br>\ntwo</p>\n<p>three</p>', 'one\ntwo\n\nthree'],
    [
      '<p><a href="https://x.test/a?b=1&amp;c=2">here</a></p>',
      '<https://x.test/a?b=1&amp;c=2|here>',
    ],
    ['<p><a href="https://x.test">https://x.test</a></p>', '<https://x.test>'],
    [
      '<p><a href="/user_uploads/1/ab/x.txt">x.txt</a></p>',
      '<https://chat.test/user_uploads/1/ab/x.txt|x.txt>',
    ],
    ['<p><a href="javascript:alert(1)">x</a></p>', 'x'],
    ['<p><span class="user-mention" data-user-id="7">@Ada</span></p>', '<@U0ADA>'],
    ['<p><span class="user-mention silent" data-user-id="7">Ada</span></p>', 'Ada'],
    ['<p><span class="user-mention" data-user-id="8">@Bo</span></p>', '@Bo'],
    [
      '<p><a class="stream" data-stream-id="3" href="/#narrow/channel/3-general">#general</a></p>',
      '<#C0GENERAL>',
    ],
    ['<p><span class="emoji emoji-1f642" title="smile">:smile:</span></p>', '🙂'],
    ['<p><code>a*b &lt; `c</code></p>', 'a*b &lt; `c'],
    ['<p><code>a*b &lt; c</code></p>', '`a*b &lt; c`'],
    [
      '<div class="codehilite"><pre><span></span><code>if a:\n    <span class="k">b</span>\n</code></pre></div>',
      '```\nif a:\n    b\n```',
    ],
    ['<blockquote>\n<p>q1</p>\n<p>q2</p>\n</blockquote>', '&gt; q1\n&gt; \n&gt; q2'],
    [
      '<ul>\n<li>one</li>\n<li>two<ul>\n<li>deep</li>\n</ul>\n</li>\n</ul>',
      '• one\n• two\n    • deep',
    ],
    ['<ol start="3">\n<li>one</li>\n<li>two</li>\n</ol>', '3. one\n4. two'],
    ['<h2>Title</h2>\n<p>text</p>', '*Title*\n\ntext'],
  ])('shows %s as %s', (html, mrkdwn) => {
    expect(written(html)).toBe(mrkdwn)
  })

  it('has signs of its text kept from being marks', () => {
    expect(mrkdwnOf('<p>*not bold* and snake_case</p>', names)).toBe(
      '*\u200bnot bold* and snake_case',
    )
  })

  it('ends at the length that Slack takes, however deep its HTML is', () => {
    const deep = '<blockquote>'.repeat(2_000) + 'x' + '</blockquote>'.repeat(2_000)
    expect(mrkdwnOf(deep, names)).toContain('x')
    expect(mrkdwnOf(`<p>${'y'.repeat(90_000)}</p>`, names)).toHaveLength(40_000)
  })
})
