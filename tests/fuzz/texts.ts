import type { Random } from '../support/random'

/*
 * Texts for requests: usual ones, odd ones, and mixtures of fragments in the languages that the server reads
 * (Markdown, patterns of linkifiers).
 */

const words = [
  'lunch',
  'pizza',
  'deploy',
  'standup',
  'Käse',
  '日本',
  'naïve',
  'ok',
  'O',
  'release 7',
]

/** Characters that programs often handle incorrectly. */
const oddCharacters: readonly string[] = [
  ...['\0', '\u0001', '\u001b', '\u007f', '\u0085', '\u00ad', '\u200b', '\u200d', '\u2028'],
  ...['\u202e', '\u2066', '\u2069', '\ufeff', '\ufffd', '\uffff', '\u{10ffff}', '\u{e0001}'],
  ...['\ud800', '\udfff', 'e\u0301', 'Z\u0351\u0352\u0353', '\u1100\u1161', 'İ', 'ß', 'ﬁ', 'Ǆ'],
  ...['👩‍👩‍👧', '🏳️‍🌈', '🇩🇪', '1️⃣', '\t', '\r\n', '\n', ' ', '\u3000', '"', "'", '\\', '`', '%', '&'],
  ...['<', '>', '<script>', '{{7*7}}', "' or 1=1 --", '../..', '%00', '*', '_', '%_'],
]

/** Whole texts that programs often handle incorrectly. */
const oddTexts: readonly string[] = [
  ...['', ' ', '\n', 'null', 'undefined', 'true', '[]', '{}', '""', '0', '-1', '1e400', 'NaN'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '.', '..', '/', '\\', '(no topic)'],
  ...['everyone', 'all', '@all', 'me', 'Nobody', 'general', 'a'.repeat(60), 'a'.repeat(61)],
  ...['é'.repeat(100), '👍'.repeat(50), '\u0301'.repeat(200), '\u202e'.repeat(40)],
]

const numbers: readonly string[] = [
  ...['0', '-0', '1', '-1', '2147483647', '2147483648', '4294967296', '9007199254740991'],
  ...['9007199254740992', '9007199254740993', '9223372036854775807', '9223372036854775808'],
  ...['-2147483649', '-9223372036854775809', '1e400', '-1e400', '1e21', '1e-7', '0.1', '1.0'],
  ...['NaN', 'Infinity', '0x10', '1_000', ' 7', '7 ', '+7', '07', '٣', '９', '1e3', '1,5', '--1'],
]

/** A number as text: at the bounds of number types, or beyond. */
export function oddNumber(random: Random): string {
  return random.pick(numbers)
}

/** A word or two, as people write them. */
export function phrase(random: Random): string {
  return random.chance(0.7) ? random.pick(words) : `${random.pick(words)} ${random.pick(words)}`
}

/** Unusual text: odd characters among usual ones, or many of them. */
export function oddText(random: Random): string {
  switch (random.between(0, 5)) {
    case 0:
      return random.pick(oddTexts)
    case 1:
      return random.pick(oddCharacters)
    case 2:
      return random.pick(words) + random.pick(oddCharacters) + random.pick(words)
    case 3:
      return random.pick(oddCharacters).repeat(random.pick([2, 60, 100, 1_000]))
    case 4:
      return random.pick(words).repeat(random.pick([20, 200, 2_000]))
    default:
      return several(random, 12, () => random.pick(random.chance(0.5) ? oddCharacters : words))
  }
}

/** Pieces of every construct of the renderer, intact and broken. */
const markdownPieces: readonly string[] = [
  ...[
    '**bold**',
    '*it*',
    '~~gone~~',
    '`code`',
    '``a`b``',
    '```\ncode\n```',
    '```py\nx = 1\n',
    '~~~',
  ],
  ...['```quote\nq\n```', '````quote\n```math\nx^2\n```\n````', '```spoiler Head\nhidden\n```'],
  ...[
    '$$\\frac{1}{2}$$',
    '$$\\href{javascript:1}{x}$$',
    '```math\n\\begin{matrix}\n',
    '$$',
    '$$a$$b$$',
  ],
  ...[
    '> quote\n',
    '>> deep\n',
    '* item\n',
    '  * nested\n',
    '1. one\n',
    '99999999999. x\n',
    '- [ ] x\n',
  ],
  ...['# Head\n', '###### six\n', '---\n', '| a | b |\n|:-:|---|\n| 1 | 2 |\n', '|||||\n', '|-|\n'],
  ...[
    '[text](https://a.test)',
    '[x](javascript:alert(1))',
    '[](',
    '![img](/user_uploads/1/a/b.png)',
  ],
  ...[
    'https://example.test/path?q=(a)#b',
    'http://',
    'www.example.com',
    'a@b.test',
    '<https://x.y>',
  ],
  ...['@**Olivia**', '@**all**', '@**Olivia|4**', '@_**Olivia**', '@*everyone*', '@_*x*', '@**'],
  ...['#**general**', '#**general>lunch**', '#**general>lunch@1**', '#**general>', '#**x|2**'],
  ...[':tada:', ':+1:', ':no_such:', '::', ':1234:', '😀', '🏳️‍🌈', ':)', '<3', 'ticket-12', '#123'],
  ...[
    '<time:2026-01-01T10:00:00Z>',
    '<time:x>',
    '<b>',
    '</p>',
    '<!-- x',
    '&amp;',
    '&#0;',
    '&#x110000;',
  ],
  ...['/me waves', '/poll Q\na\nb', '/todo', '\\*', '\\', '\t', '\n\n', '\n', '    code\n', '  \n'],
  ...[
    '```` ```',
    '\u0001',
    '\ue000',
    '\u202e',
    '/user_uploads/1/00/x',
    'https://youtu.be/dQw4w9WgXcQ',
  ],
]

/** Fragments of every construct, nested and repeated. */
export function markdown(random: Random): string {
  if (random.chance(0.3)) return phrase(random)
  if (random.chance(0.05)) return random.pick(markdownPieces).repeat(random.pick([10, 100, 400]))
  return several(random, random.chance(0.1) ? 40 : 6, () => {
    const piece = random.pick(markdownPieces)
    if (random.chance(0.15)) return `**${piece}**`
    if (random.chance(0.1)) return `> ${piece}\n`
    if (random.chance(0.1)) return piece.slice(random.between(0, piece.length))
    return random.chance(0.1) ? random.pick(oddCharacters) : `${piece} `
  })
}

const patternPieces: readonly string[] = [
  ...[
    'a',
    'ticket-',
    '[0-9]+',
    '(?P<id>[0-9]+)',
    '(?P<id>a)',
    '(?P<other>\\w+)',
    '\\d',
    '\\b',
    '\\B',
  ],
  ...['(', ')', '(?:', '(?i)', '(?=a)', '(?<!a)', '(?P<id>', '|', '*', '+', '?', '{2}', '{0,1000}'],
  ...[
    '{1000}',
    '[',
    ']',
    '[^a]',
    '[[:alpha:]]',
    '\\p{L}',
    '\\pN',
    '\\',
    '\\1',
    '\\x00',
    '\\Q',
    '^',
    '$',
  ],
  ...['.', '.*', '(?s).', '(a*)*', '(a|a)*', '\\C', '\\z', '(?P<a-b>x)', 'é', '👍'],
]

/** A pattern of a linkifier, usually a valid one. */
export function pattern(random: Random): string {
  if (random.chance(0.6)) return `${random.pick(['T', 'x-', '#'])}(?P<id>[0-9a-z]{1,8})`
  return several(random, 8, () => random.pick(patternPieces))
}

/** An address template of a linkifier, which usually fits {@link pattern}. */
export function urlTemplate(random: Random): string {
  if (random.chance(0.7)) return 'https://tracker.test/{id}'
  const pieces = [
    'https://',
    'a.test/',
    '{id}',
    '{+id}',
    '{#id}',
    '{?id*}',
    '{id:3}',
    '{',
    '}',
    '%(id)s',
  ]
  return several(random, 5, () => random.pick([...pieces, 'javascript:', '%', '{other}', 'é']))
}

/** Invalid percent-encodings; some of them are valid text nevertheless. */
const brokenEncodings: readonly string[] = [
  ...[
    '%',
    '%4',
    '%zz',
    '%00',
    '%FF',
    '%C0%80',
    '%ED%A0%80',
    '%E2%82',
    '%F4%90%80%80',
    '%u0041',
    '+',
    '%2B',
  ],
  ...['\xe9', '%FE%FFa%00', '%EF%BB%BFx', '%25%30%30', 'a=b', '%26', '[]', '%5B%5D'],
]

/** A value with a broken percent-encoding, or one that looks broken. */
export function brokenEncoding(random: Random): string {
  return several(random, 4, () => random.pick([...brokenEncodings, 'a', 'lunch']))
}

function several(random: Random, most: number, make: () => string): string {
  return Array.from({ length: random.between(1, most) }, make).join('')
}
