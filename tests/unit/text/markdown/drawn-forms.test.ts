import { render } from './support'

/** HTML tags with attributes that FL draws, from docs/protocol/markdown.md#what-clients-draw. */
const drawn = [
  ...['p', 'br', 'strong', 'em', 'del', 'code', 'pre', 'span', 'li', 'ul', 'blockquote', 'hr'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ol', 'ol start="\\d+"', 'a href="[^"<>]+"'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  't[hd] style="text-align: (left|right|center);"',
  'div class="codehilite"( data-code-language="[^"<>]+")?',
  'span class="[a-z]{1,2}\\d?"',
  'div class="spoiler-(block|header)"',
  'div class="spoiler-content" aria-hidden="true"',
  'span class="user-mention( silent)?" data-user-id="\\d+"',
  'span class="user-mention channel-wildcard-mention( silent)?" data-user-id="\\*"',
  'span class="user-group-mention( silent)?" data-user-group-id="\\d+"',
  'span class="topic-mention( silent)?"',
  'a class="stream(-topic)?" data-stream-id="\\d+" href="/#narrow/channel/[^"<>]+"',
  'a class="message-link" href="/#narrow/channel/[^"<>]+/topic/[^"<>]*/near/\\d+"',
  'span aria-label="[^"<>]+" class="emoji emoji-[0-9a-f-]+" role="img" title="[^"<>]+"',
  'img alt=":[^"<>]+:" class="emoji" src="[^"<>]+" title="[^"<>]+"',
  'time datetime="\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"',
  'span class="(timestamp|tex)-error"',
  'div class="(youtube-video )?message_inline_image"',
  'div class="message_inline_image message_inline_video"',
  'a( data-id="[\\w-]+")? href="[^"<>]+"( title="[^"<>]+")?',
  'img( data-original-[a-z-]+="[^"<>]+")* src="[^"<>]+"',
  'video preload="metadata" src="[^"<>]+"',
]
const drawnTag = new RegExp(`^<(?:/[a-z0-9]+|${drawn.join('|')})>$`)

const everything = [
  'one\n**two** *three* ~~four~~ ***five*** `six`\n\n---',
  ...['# a', '###### b', '> a\n\n* a\n  * b\n\n1. a\n  3. b', '5. a', 'a|b|c\n:-|:-:|-:\n1|2|3'],
  ...['```python\nx = "1" # y\n```', '```nosuch\nx\n```', '```\nx\n```', '    indented'],
  ...['```spoiler a **b**\nc\n```', '```quote\n@**Bo** @**all** @*backend* @**topic**\n```'],
  '@**Ada Byron** @_**Bo** @**all** @**topic** @*backend* @_*role:everyone*',
  '#**team lunch** #**team lunch>a** #**team lunch>** #**Über.x>ü@12**',
  ':smile: 🇩🇪 👩‍🚀 :partycat: :zulip: <time:2020-01-01> <time:never> $$\\nosuch$$',
  'https://ex.org/a.png [b](/user_uploads/1/ab/b.mp4) https://youtu.be/dQw4w9WgXcQ ex.org a@ex.org',
]

describe('the forms that clients draw', () => {
  it('cover all HTML that Markdown produces', () => {
    const { html } = render(everything.join('\n\n'))
    const tags = [...new Set(html.match(/<[^>]*>/g))]
    expect(tags.length).toBeGreaterThan(60)
    expect(tags.filter((tag) => !drawnTag.test(tag))).toEqual([])
  })
})
