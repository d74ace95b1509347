import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findIntegration, integrations } from '../../src/server/api/integrations'
import { rawJson } from '../../src/server/api/integrations/json'
import { codeBlock, quoteBlock } from '../../src/server/api/integrations/message/fences'
import { markdownOfMrkdwn } from '../../src/server/api/integrations/slack/mrkdwn'
import { decodeUrlencoded } from '../../src/server/http/arguments/urlencoded'
import { subdomainOf } from '../../src/server/http/pipeline/host'
import { parseRequestTarget } from '../../src/server/http/pipeline/request-target'
import { scrubUrl } from '../../src/server/http/pipeline/scrub-url'
import type { NamedThings } from '../../src/server/text/markdown/environment'
import { compileLinkifier, linksOfTopic } from '../../src/server/text/markdown/linkifiers'
import {
  collectReferences,
  longestHtmlChars,
  renderMarkdown,
} from '../../src/server/text/markdown/render'
import { expandTemplate, variablesOf } from '../../src/server/text/markdown/url-template'
import { buildAutomaton, findWords } from '../../src/server/text/markdown/alert-words'
import { phraseMarker } from '../../src/server/data/history/phrase-marks'
import { highlightChanges } from '../../src/server/chat/actions/history/revisions'
import { checkFullName, isEmailAddress } from '../../src/server/chat/rules/names'
import { parseMessageNarrow } from '../../src/server/chat/access/narrow/terms'
import { checkDescription } from '../../src/server/chat/rules/texts'
import { cleanFileName } from '../../src/server/chat/access/uploads/files'
import { HeadReader } from '../../src/server/chat/jobs/link-previews/read-head'
import { linesOfHtml } from '../../src/server/chat/rules/mail-in/html-lines'
import { plainTextOf } from '../../src/server/chat/rules/pushes/plain-text'
import { widgetOf } from '../../src/server/chat/posting/widget'
import { ApiError } from '../../src/shared/api-error'
import { markHighlights } from '../../src/shared/highlights'
import { closeFences } from '../../src/shared/rules/fences'

/** A function of the server that reads texts from outside. */
export interface TextReader {
  name: string
  /** Max length of its texts. */
  mostCharacters: number
  /** Max CPU time for any text of that length. */
  mostMs: number
  /** Fragments with a meaning to the reader. */
  fragments: readonly string[]
  /** Reads a text; a refusal is a valid outcome. */
  read: (text: string) => void
}

/** Characters that patterns often use: letters, digits, blanks, ends of lines, punctuation. */
// prettier-ignore
const plain = [
  'a', 'Z', '0', '9', '_', ' ', '  ', '\t', '\n', '\r\n', '\u00a0', '\u3000', 'é', 'ß', 'İ', '\u0301', '漢', '😀', '\ud83d', '\u200d',
  '.', ',', ':', ';', '-', '+', '=', '/', '\\', '|', '~', '*', '`', '\'', '"', '(', ')', '[', ']', '{', '}',
  '<', '>', '!', '?', '#', '@', '$', '%', '^', '&', '\u0000', '\u001b', '\ue000', '\ue001',
]
// prettier-ignore
const markdown = [
  ...plain, '**', '***', '~~', '```', '~~~', '```quote\n', '~~~quote\n', '```js\n', '```css\n', '```csharp\n', '```php\n', '```python\n',
  '```markup\n', '```math\n', '```spoiler x\n', '$$', '\\frac', '^2', '_{', '\n> ', '\n>> ', '\n* ', '\n- ', '\n  * ', '\n1. ', '\n# ', '\n\n', '\n    ',
  '\n|-|-|\n', '|a|b|\n', '\n---\n', '](', '![', '[a](', '[](', '](http://a.b)', '(<', 'http://', 'https://a.b/', 'www.', 'a.com', '.com', 'a@', 'a@b.com',
  '@**', '@_**', '@*', '@**Ada Byron**', '@**Ada Byron|10**', '#**', '#**a**', '#**a>b**', '#**a>b@1**', '!avatar(', ':', ':smile:', ':)', ':/', '<3',
  '&amp;', '&#', '&#x', '<time:', '<time:2026-01-01>', '/me ', '/poll ', 'user_uploads/1/', '.png', 'youtube.com/watch?v=', '#12', 'T34', 'javascript:',
  '😀', '👩\u200d', '🇩', '1\ufe0f', ':a:', '\n  1. ', '\n10. ', '\n    * ', '```spoiler\n', '#**a>', '@1**', '[](',
]
// prettier-ignore
const mrkdwn = [
  ...plain, '```', '\n```', '```\n', '*a*', '_a_', '~a~', '<http://a.b|', '<@U1>', '<!here>', '<#C1|', '&lt;', '&gt;', '&amp;', '\ue0000\ue001',
]
// prettier-ignore
const fences = [...plain, '```', '~~~', '```js', '~~~quote', '\n```', '\n~~~', '\n', '``` ', '~~~ ', '<!--', '-->', '\n> ']

const named: NamedThings = {
  users: [{ id: 10, fullName: 'Ada Byron', email: 'ada@x.test' }],
  groups: [{ id: 5, name: 'a', memberIds: [10] }],
  streams: [{ id: 7, name: 'a' }],
}
// prettier-ignore
const markedHtml = [
  ...plain, '\ufdd0', '\ufdd1', '&lt;', '<p>', '</p>', '<a href="', '">', '<math>', '<svg ',
]
const linkifiers = [
  compileLinkifier({ pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://t.test/{id}' }),
  compileLinkifier({ pattern: 'T(?P<id>[0-9]+)', urlTemplate: 'https://p.test/{id}' }),
]
const alertWords = automatonOf(
  Array.from({ length: 200 }, (_, index) =>
    index < 100 ? 'a '.repeat(index + 1).trim() : '!'.repeat(index - 99),
  ),
)

function automatonOf(words: readonly string[]) {
  const building = buildAutomaton(words)
  let step = building.next()
  while (!step.done) step = building.next()
  return step.value
}

/** Phrases of up to 30 equal words, the longer ones with a stop word. */
const keepMarksOfPhrases = phraseMarker(
  {
    alone: ['z'],
    phrases: Array.from({ length: 29 }, (_, index) =>
      Array.from({ length: index + 2 }, (_each, place) => (place === 9 ? null : 'a')),
    ),
  },
  new Map(),
)

const contentBytes = 10_000
/** Characters of a chunk of a page, as a network brings it. */
const pageChunk = 1_400
const maxHtmlCharacters = longestHtmlChars
const headerCharacters = 16_000
const argumentCharacters = 500_000

/** All readers of texts from outside; add new ones here. */
export function textReaders(): TextReader[] {
  return [
    ...messageReaders,
    ...mailReaders,
    ...requestReaders,
    ...webhookPartReaders,
    ...integrationReaders(),
  ]
}

const messageReaders: TextReader[] = [
  {
    name: 'renderMarkdown',
    // Rendered in a thread, with a deadline.
    ...{ mostCharacters: contentBytes, mostMs: 500, fragments: markdown },
    read: refusing((text) => renderMarkdown(text, { named, linkifiers, translateEmoticons: true })),
  },
  {
    name: 'collectReferences',
    ...{ mostCharacters: contentBytes, mostMs: 200, fragments: markdown },
    read: (text) => collectReferences(text),
  },
  {
    name: 'links of a topic',
    ...{ mostCharacters: 60, mostMs: 5, fragments: markdown },
    read: (text) => linksOfTopic(linkifiers, text),
  },
  {
    name: 'alert words',
    ...{ mostCharacters: contentBytes, mostMs: 50, fragments: plain },
    read: (text) => findWords(alertWords, text),
  },
  {
    name: 'widget',
    ...{ mostCharacters: contentBytes, mostMs: 20, fragments: plain },
    read: (text) => widgetOf(`/poll ${text}`),
  },
  {
    name: 'changes of a message',
    ...{ mostCharacters: 30_000, mostMs: 300, fragments: [...plain, '<p>', '</p>', '&lt;'] },
    read: (text) => highlightChanges(`<p>${text}</p>`, `<p>${text.slice(7)}x</p>`, 500),
  },
  {
    name: 'words found in a message',
    ...{ mostCharacters: maxHtmlCharacters, mostMs: 300, fragments: markedHtml },
    read: (text) => markHighlights(text),
  },
  {
    name: 'phrases found in a message',
    ...{ mostCharacters: maxHtmlCharacters, mostMs: 1_000, fragments: [...markedHtml, ' a '] },
    read: (text) => keepMarksOfPhrases({ match_content: text, match_topic: text.slice(0, 60) }),
  },
  {
    name: 'text of a push',
    ...{ mostCharacters: maxHtmlCharacters, mostMs: 100 },
    fragments: [...plain, '<p>', '</p>', '<br>', '<blockquote>\n', '</blockquote>', '<ol>', '<li>'],
    read: (text) => plainTextOf(text),
  },
]

const mailReaders: TextReader[] = [
  {
    name: 'page of a mail',
    ...{ mostCharacters: 300_000, mostMs: 300 },
    // prettier-ignore
    fragments: [
      ...plain, '<b>', '</b>', '<i>', '</i>', '<code>', '<a href="http://a.b">', '</a>', '<div>', '</div>', '<pre>', '</pre>', '<li>', '<td>',
      '<blockquote>', '</blockquote>', '<br>', '<b>x</b>', '&nbsp;', '<hr>', '<h1>', '<ol>', '</ol>', '</li>', '<table>', '</table>', '<tr>',
      '<th>', '<th colspan=30>',
    ],
    read: (text) => linesOfHtml(text),
  },
  {
    name: 'head of a page',
    ...{ mostCharacters: 1_048_576, mostMs: 100 },
    // prettier-ignore
    fragments: [
      ...plain, '<head>', '<meta ', '<meta property="og:title" content="', '<meta name=description content=', '">', '<title>', '</title>', '<!--', '-->',
      '<script>', '</script>', '&amp;', '&#1;', '<a ', '/>',
    ],
    read(text) {
      const reader = new HeadReader()
      for (let at = 0; at < text.length; at += pageChunk)
        reader.write(text.slice(at, at + pageChunk))
      reader.facts()
    },
  },
]

const requestReaders: TextReader[] = [
  {
    name: 'narrow',
    ...{ mostCharacters: argumentCharacters, mostMs: 50, fragments: [...plain, '" "', 'a@b'] },
    read: refusing((text) => {
      for (const operator of ['search', 'topic', 'sender', 'dm', 'stream', 'near', 'is']) {
        refusing(() => parseMessageNarrow([[operator, text]]))(text)
      }
    }),
  },
  {
    name: 'description',
    ...{ mostCharacters: argumentCharacters, mostMs: 50, fragments: plain },
    read: refusing((text) => checkDescription(text, 'description')),
  },
  {
    name: 'full name',
    ...{ mostCharacters: argumentCharacters, mostMs: 50, fragments: [...plain, '|1', '**'] },
    read: refusing((text) => checkFullName(text)),
  },
  {
    name: 'email',
    ...{ mostCharacters: argumentCharacters, mostMs: 20, fragments: [...plain, 'a@', 'a-', '.a'] },
    read: (text) => isEmailAddress(text),
  },
  {
    name: 'file name',
    ...{
      mostCharacters: headerCharacters,
      mostMs: 50,
      fragments: [...plain, '..', '.tar', '\u0323\u0307'],
    },
    read: (text) => cleanFileName(text),
  },
  {
    name: 'URL template',
    ...{ mostCharacters: 500, mostMs: 10, fragments: [...plain, '{a}', '{?a,b}', '{+', '%(a)s'] },
    read: (text) => {
      variablesOf(text)
      expandTemplate(text, { a: text, b: 'x' })
    },
  },
  {
    name: 'address of a request',
    ...{
      mostCharacters: headerCharacters,
      mostMs: 30,
      fragments: [...plain, '//', '&a=', 'api_key=', '%5F', 'http://'],
    },
    read: (text) => {
      parseRequestTarget(`/${text}`)
      scrubUrl(`/?${text}`)
    },
  },
  {
    name: 'Host header',
    ...{
      mostCharacters: headerCharacters,
      mostMs: 10,
      fragments: [...plain, ':1', '.chat.test', '::ffff:'],
    },
    read: (text) => subdomainOf(text, 'chat.test'),
  },
  {
    name: 'arguments',
    ...{
      mostCharacters: 4_000_000,
      mostMs: 300,
      fragments: [...plain, '%', '%41', '%ff', '&', '=', 'a=1&'],
    },
    read: refusing((text) => decodeUrlencoded(asBytes(text))),
  },
]

/** One character per byte, faster than `replace`, which would take longer than the reader. */
function asBytes(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}

const webhookPartReaders: TextReader[] = [
  {
    name: 'fences',
    ...{ mostCharacters: 30_000, mostMs: 30, fragments: fences },
    read: (text) => {
      closeFences(text)
      quoteBlock(text)
      codeBlock(text)
    },
  },
  {
    name: 'mrkdwn',
    ...{ mostCharacters: 200_000, mostMs: 50, fragments: mrkdwn },
    read: (text) => markdownOfMrkdwn(text),
  },
  {
    name: 'body of a webhook',
    ...{ mostCharacters: 4_000_000, mostMs: 250 },
    // prettier-ignore
    fragments: [
      '{', '}', '[', ']', ',', ':', '"', '""', '\\', ' ', '1', 'null', '"a":', '[1],', '{},', ',}', 'payload=', '&', '%7B',
    ],
    read: refusing((text) => {
      const payload = rawJson.parse(`{"a":[${text}]}`, {})
      rawJson.format(payload, noRequest)
    }),
  },
]

const noRequest = { headers: {}, query: new URLSearchParams() }

/** A reader for each test payload of the integrations: the text replaces any string in the payload. */
function integrationReaders(): TextReader[] {
  return integrations.flatMap(({ name }) => {
    const folder = name.replaceAll('_', '-')
    return readdirSync(join(fixtures, folder)).map((file) =>
      integrationReader(name, `${folder}/${file}`),
    )
  })
}

const fixtures = join(__dirname, '../fixtures/integrations')

function integrationReader(name: string, file: string): TextReader {
  const payload: unknown = JSON.parse(readFileSync(join(fixtures, file), 'utf8'))
  const headers = eventHeaders(file, payload)
  const integration = findIntegration(name)
  const deliver = (sent: unknown) => {
    const parsed = integration?.parse(JSON.stringify(sent), headers)
    return parsed && integration?.format(parsed, { headers, query: new URLSearchParams() })
  }
  const places = placesOfTexts(payload).filter((place) =>
    isRead(() => deliver(withText(payload, [place], 'x'))),
  )
  return {
    name: `${file.replace('.json', '')} of a webhook`,
    ...{
      mostCharacters: 30_000,
      mostMs: Math.max(200, 3 * places.length),
      fragments: name === 'slack_incoming' ? mrkdwn : fences,
    },
    read: refusing((text) =>
      deliver(withText(payload, places, text.toWellFormed().replaceAll('\0', ''))),
    ),
  }
}

/** The header with the kind of event, for systems that send one. */
export function eventHeaders(file: string, payload: unknown): Record<string, string> {
  const [folder, event = ''] = file.split('/')
  const { object_kind: kind = '' } = payload as { object_kind?: string }
  const words = kind.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return folder === 'gitlab'
    ? { 'x-gitlab-event': `${words.join(' ')} Hook` }
    : { 'x-github-event': event.split('-')[0]?.replace('.json', '') ?? '' }
}

type Place = readonly string[]

function placesOfTexts(value: unknown, place: Place = []): Place[] {
  if (typeof value === 'string') return [place]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => placesOfTexts(member, [...place, key]))
}

function withText(payload: unknown, places: readonly Place[], text: string): unknown {
  const copy = structuredClone(payload)
  for (const place of places) {
    const parent = place.slice(0, -1).reduce((node, key) => node[key] as Members, copy as Members)
    parent[place.at(-1) as string] = text
  }
  return copy
}

type Members = { [key: string]: unknown }

/** Whether a payload makes a message: neither silent nor refused. */
function isRead(action: () => unknown): boolean {
  return Boolean(refusing(action)(''))
}

/** The function, with undefined for a refusal. */
function refusing<Result>(read: (text: string) => Result): (text: string) => Result | undefined {
  return (text) => {
    try {
      return read(text)
    } catch (error) {
      if (error instanceof ApiError) return undefined
      throw error
    }
  }
}
