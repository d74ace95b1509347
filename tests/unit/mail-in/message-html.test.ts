import { messageHtml } from '../../../src/server/chat/rules/mail/message-html'

const options = { realmUrl: 'https://chat.example.com', spoiler: 'Open Parley to see it' }

// Source: docs/protocol/notifications.md#mail-html.
describe('a message in a mail', () => {
  it.each([
    ['<p>a <strong>b</strong> &lt;c&gt;</p>', '<p>a <strong>b</strong> &lt;c&gt;</p>'],
    [
      '<a class="stream" data-stream-id="1" href="/#narrow/channel/1-x">#x</a>',
      '<a href="https://chat.example.com/#narrow/channel/1-x">#x</a>',
    ],
    ['<a href="javascript:no()">x</a><a href="//evil">y</a>', '<a>x</a><a>y</a>'],
    ['<span aria-label="smile" class="emoji emoji-1f604" role="img">:smile:</span>!', '😄!'],
    ['<img alt=":own:" class="emoji" src="/user_avatars/1/own.png">', ':own:'],
    [
      '<div class="spoiler-block"><div class="spoiler-header"><p>end</p></div><div class="spoiler-content"><p>he dies</p></div></div>',
      '<p>end</p><p>(Open Parley to see it)</p>',
    ],
    [
      '<script>no()</script><p onclick="no()" style="x">a</p><iframe src="x">b</iframe>',
      '<p>a</p>',
    ],
    [
      '<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html">x2</span></span>',
      '<code>x^2</code>',
    ],
    [
      '<p>a<br>b</p><div class="message_inline_image"><a href="/x"><img src="/x"></a></div>',
      '<p>a<br>b</p>',
    ],
    [
      '<p><audio controls preload="metadata" src="/user_uploads/1/a.mp3" title="My &lt;song&gt;"></audio></p>',
      '<p><a href="https://chat.example.com/user_uploads/1/a.mp3">My &lt;song&gt;</a></p>',
    ],
    [
      '<audio controls data-original-url="https://other.example/a.ogg" src="/external_content/x" title="t"></audio>',
      '<a href="https://other.example/a.ogg">t</a>',
    ],
  ])('keeps the safe parts of %s', (html, shown) => {
    expect(messageHtml(html, options)).toBe(shown)
  })

  it('is left out when it is long', () => {
    expect(messageHtml('x'.repeat(20_001), options)).toBeUndefined()
  })
})
