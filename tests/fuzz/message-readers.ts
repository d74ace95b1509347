import { highlightChanges } from '../../src/server/chat/actions/history/revisions'
import { widgetOf } from '../../src/server/chat/posting/widget'
import { foldMixedQuotes } from '../../src/server/chat/rules/pushes/mixed-quotes'
import { plainTextOf } from '../../src/server/chat/rules/pushes/plain-text'
import { phraseMarker } from '../../src/server/data/history/phrase-marks'
import { buildAutomaton, findWords } from '../../src/server/text/markdown/alert-words'
import type { NamedThings } from '../../src/server/text/markdown/environment'
import { isTooSlow } from '../../src/server/text/markdown/linkifier-trial'
import {
  compileLinkifier,
  LinkifierError,
  linksOfTopic,
} from '../../src/server/text/markdown/linkifiers'
import {
  collectReferences,
  longestHtmlChars,
  renderMarkdown,
} from '../../src/server/text/markdown/render'
import { markHighlights } from '../../src/server/text/highlights'
import { markdown, plain } from './text-fragments'
import { refusing, rows } from './text-reader'
import type { TextReader } from './text-reader'

const named: NamedThings = {
  users: [{ id: 10, fullName: 'Ada Byron', email: 'ada@x.test' }],
  groups: [{ id: 5, name: 'a', memberIds: [10] }],
  streams: [{ id: 7, name: 'a' }],
}
// prettier-ignore
const markedHtml = [
  ...plain, '\ufdd0', '\ufdd1', '&lt;', '<p>', '</p>', '<a href="', '">', '<math>', '<svg ',
]
// prettier-ignore
const ownHtml = [
  ...plain, '<p>', '</p>', '<br>', '<blockquote>\n', '</blockquote>', '<blockquote>', '<ol>', '<ul>', '<li>', '</li>', '<img alt="', '<b>', '<pre>',
  '<div class="spoiler-content">', '</div>', '<span class="emoji emoji-1f389">', '</span>', '<annotation>', '<semantics>', '&gt; ', '&amp;', '&#39;',
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
const maxHtmlCharacters = longestHtmlChars

/** Readers of messages, and of the patterns in them. */
export const messageReaders: TextReader[] = [
  {
    name: 'renderMarkdown',
    row: rows.longMarkdown,
    // Rendered in a thread, with a deadline.
    ...{ mostCharacters: contentBytes, mostMs: 500, fragments: markdown },
    read: refusing((text) => renderMarkdown(text, { named, linkifiers, translateEmoticons: true })),
  },
  {
    name: 'short text',
    row: rows.shortMarkdown,
    ...{ mostCharacters: 500, mostMs: 100, fragments: markdown },
    read: refusing((text) => renderMarkdown(text, { named, linkifiers, translateEmoticons: true })),
  },
  {
    name: 'collectReferences',
    row: rows.shortMarkdown,
    ...{ mostCharacters: contentBytes, mostMs: 200, fragments: markdown },
    read: (text) => collectReferences(text),
  },
  {
    name: 'links of a topic',
    row: rows.shortMarkdown,
    ...{ mostCharacters: 60, mostMs: 5, fragments: markdown },
    read: (text) => linksOfTopic(linkifiers, text),
  },
  {
    name: 'alert words',
    row: rows.longMarkdown,
    ...{ mostCharacters: contentBytes, mostMs: 50, fragments: plain },
    read: (text) => findWords(alertWords, text),
  },
  {
    name: 'widget',
    row: rows.shortMarkdown,
    ...{ mostCharacters: contentBytes, mostMs: 20, fragments: plain },
    read: (text) => widgetOf(`/poll ${text}`),
  },
  {
    name: 'changes of a message',
    row: rows.stored,
    ...{ mostCharacters: 30_000, mostMs: 300, fragments: [...plain, '<p>', '</p>', '&lt;'] },
    read: (text) => highlightChanges(`<p>${text}</p>`, `<p>${text.slice(7)}x</p>`, 500),
  },
  {
    name: 'words found in a message',
    row: rows.stored,
    ...{ mostCharacters: maxHtmlCharacters, mostMs: 300, fragments: markedHtml },
    read: (text) => markHighlights(text),
  },
  {
    name: 'phrases found in a message',
    row: rows.stored,
    ...{ mostCharacters: maxHtmlCharacters, mostMs: 1_000, fragments: [...markedHtml, ' a '] },
    read: (text) => keepMarksOfPhrases({ match_content: text, match_topic: text.slice(0, 60) }),
  },
  {
    name: 'text of a push',
    row: rows.push,
    ...{ mostCharacters: maxHtmlCharacters, mostMs: 100, fragments: ownHtml },
    read: (text) => plainTextOf(text),
  },
  {
    name: 'text of a push without quotes',
    row: rows.push,
    ...{ mostCharacters: maxHtmlCharacters, mostMs: 100, fragments: ownHtml },
    read: (text) => plainTextOf(foldMixedQuotes(text)),
  },
  {
    name: 'pattern of a linkifier',
    row: rows.patterns,
    ...{ mostCharacters: 2_000, mostMs: 2_000 },
    // prettier-ignore
    fragments: [
      'a', '0', '-', '#', '(', ')', '(?P<id>', '(?:', '[0-9]', '[^', ']', '+', '*', '?', '{2,9}', '|', '\\w', '\\pL', '.', '^', '$', '(a|b)', 'a{50}',
    ],
    read: refusing(
      (text) => isTooSlow(compileLinkifier({ pattern: text, urlTemplate: 'https://t.test/{id}' })),
      (error) => error instanceof LinkifierError,
    ),
  },
]
