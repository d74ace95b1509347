/** Characters that patterns often use: letters, digits, blanks, ends of lines, punctuation. */
// prettier-ignore
export const plain = [
  'a', 'Z', '0', '9', '_', ' ', '  ', '\t', '\n', '\r\n', '\u00a0', '\u3000', 'é', 'ß', 'İ', '\u0301', '漢', '😀', '\ud83d', '\u200d',
  '.', ',', ':', ';', '-', '+', '=', '/', '\\', '|', '~', '*', '`', '\'', '"', '(', ')', '[', ']', '{', '}',
  '<', '>', '!', '?', '#', '@', '$', '%', '^', '&', '\u0000', '\u001b', '\ue000', '\ue001',
]
// prettier-ignore
export const markdown = [
  ...plain, '**', '***', '~~', '```', '~~~', '```quote\n', '~~~quote\n', '```js\n', '```css\n', '```csharp\n', '```php\n', '```python\n',
  '```markup\n', '```math\n', '```spoiler x\n', '$$', '\\frac', '^2', '_{', '\n> ', '\n>> ', '\n* ', '\n- ', '\n  * ', '\n1. ', '\n# ', '\n\n', '\n    ',
  '\n|-|-|\n', '|a|b|\n', '\n---\n', '](', '![', '[a](', '[](', '](http://a.b)', '(<', 'http://', 'https://a.b/', 'www.', 'a.com', '.com', 'a@', 'a@b.com',
  '@**', '@_**', '@*', '@**Ada Byron**', '@**Ada Byron|10**', '#**', '#**a**', '#**a>b**', '#**a>b@1**', '!avatar(', ':', ':smile:', ':)', ':/', '<3',
  '&amp;', '&#', '&#x', '<time:', '<time:2026-01-01>', '/me ', '/poll ', 'user_uploads/1/', '.png', 'youtube.com/watch?v=', '#12', 'T34', 'javascript:',
  '😀', '👩\u200d', '🇩', '1\ufe0f', ':a:', '\n  1. ', '\n10. ', '\n    * ', '```spoiler\n', '#**a>', '@1**', '[](',
]
// prettier-ignore
export const mrkdwn = [
  ...plain, '```', '\n```', '```\n', '*a*', '_a_', '~a~', '<http://a.b|', '<@U1>', '<!here>', '<#C1|', '&lt;', '&gt;', '&amp;', '\ue0000\ue001',
]
// prettier-ignore
export const fences = [...plain, '```', '~~~', '```js', '~~~quote', '\n```', '\n~~~', '\n', '``` ', '~~~ ', '<!--', '-->', '\n> ']

/** Elements of pages and of mails. */
// prettier-ignore
export const html = [
  ...plain, '<b>', '</b>', '<i>', '</i>', '<code>', '<a href="http://a.b">', '</a>', '<div>', '</div>', '<pre>', '</pre>', '<li>', '<td>',
  '<blockquote>', '</blockquote>', '<br>', '<b>x</b>', '&nbsp;', '<hr>', '<h1>', '<ol>', '</ol>', '</li>', '<table>', '</table>', '<tr>',
  '<th>', '<th colspan=30>', '<!--', '-->', '<a ', '="',
]

// prettier-ignore
export const json = [
  '{', '}', '[', ']', ',', ':', '"', '""', '\\', '\\u0061', ' ', '1', '1e9', 'null', '"a":', '[1],', '{},', '"a",',
]
