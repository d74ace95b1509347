import { markdownOfText as markdownOfDiscord } from '../../src/server/moving/import/discord/markdown'
import { referencesIn, resolveReferences } from '../../src/server/moving/import/job/references'
import { botAttachment } from '../../src/server/moving/import/markup/bot-attachment'
import {
  codeSpan,
  guardLineStart,
  labeledLink,
} from '../../src/server/moving/import/markup/literal'
import { mentionedKeys } from '../../src/server/moving/import/markup/references'
import { splitText } from '../../src/server/moving/import/markup/split-text'
import { snippetOf } from '../../src/server/moving/import/markup/thread-topics'
import { markdownOfPost, plainOfPost } from '../../src/server/moving/import/mattermost/markdown'
import {
  markdownOfText,
  plainOfText,
  withoutQuoteLinks,
} from '../../src/server/moving/import/rocket-chat/markdown'
import { rawDocuments } from '../../src/server/moving/import/rocket-chat/documents'
import { markdownOfAttachments } from '../../src/server/moving/import/slack/attachments'
import { oldSiteOf } from '../../src/server/moving/import/markup/old-site'
import { markdownOfBlocks } from '../../src/server/moving/import/slack/blocks'
import { markdownOfMrkdwn, plainOfMrkdwn } from '../../src/server/moving/import/slack/mrkdwn'
import { scanTables } from '../../src/server/moving/import/archive/scan-json'
import { referTo } from '../../src/server/moving/import/zulip/texts'
import { json, mrkdwn, plain } from './text-fragments'
import { refusing, rows } from './text-reader'
import type { TextReader } from './text-reader'

const row = rows.archive
/** More than any message of another system has. */
const mostCharacters = 300_000

const person = { key: 'U1', name: 'Ada' }
const ofSlack = {
  user: () => person,
  group: () => person,
  conversation: () => ({ ...person, isStream: true }),
}
const sites = [oldSiteOf('https://chat.test')].flatMap((each) => each ?? [])
const ofServers = { user: () => person, channel: () => 'C1', hasEmoji: () => false, sites }
const ofMattermost = { ...ofServers, file: () => ({ key: 'f', name: 'f.txt' }) }
const ofRocketChat = { ...ofServers, hasFile: () => true }

const ofDiscord = {
  user: () => person,
  role: () => person,
  roleIn: () => ({ role: person, length: 1 }),
  channel: () => undefined,
  channelNamed: () => undefined,
  emoji: () => undefined,
  emojiNamed: () => undefined,
  isOwnGuild: () => true,
}

/** Signs of the markup of Mattermost and Rocket.Chat. */
// prettier-ignore
const signs = [
  ...plain, '```', '~~~', '\n```', '**', '__', '_a_', '*a*', '~a~', '@ada', '~town', '#town', ':smile:', '$x$', '$$x$$', '\\(', '\\)', '[a](', '](',
  '[ ](http://a.b) ', 'http://', '<http://a|', '\n> ', '\n- ', '\n1. ', '\n    ', '\u0001', '\u0002', '\u0003',
]
// prettier-ignore
const references = [
  ...plain, '\u0001user:', '\u0001file:a|', '\u0002', '@**', '@_**a|1**', '#**a>b@1**', '#**', '/user_uploads/1/', 'user_uploads/', '/#narrow/', '#narrow/stream/1-a/',
  '/near/1', '/dm/1,2',
]

/** Bytes in the chunks of a disk. */
async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

async function readAll(items: AsyncIterable<unknown>): Promise<void> {
  const all = items[Symbol.asyncIterator]()
  try {
    while (!(await all.next()).done);
  } catch (error) {
    // The archive is refused.
    if (!(error instanceof Error)) throw error
  }
}

const readers: TextReader[] = [
  {
    name: 'Slack: text',
    ...{ row, mostCharacters, mostMs: 500, fragments: mrkdwn },
    read: (text) => [markdownOfMrkdwn(text, ofSlack), plainOfMrkdwn(text, ofSlack)],
  },
  {
    name: 'Slack: blocks',
    ...{ row, mostCharacters, mostMs: 500, fragments: mrkdwn },
    read: (text) => {
      const styled = { type: 'text', text, style: { bold: true, code: true } }
      const section = { type: 'rich_text_section', elements: [styled, { type: 'text', text }] }
      return markdownOfBlocks(
        [
          { type: 'rich_text', elements: [section] },
          { type: 'section', text: { type: 'mrkdwn', text } },
          { type: 'markdown', text },
        ],
        ofSlack,
        () => undefined,
      )
    },
  },
  {
    name: 'Slack: attachments',
    ...{ row, mostCharacters, mostMs: 500, fragments: mrkdwn },
    read: (text) => {
      const attachment = { title: text, title_link: text, text, fallback: text, pretext: text }
      return markdownOfAttachments(
        { text: 'x', attachments: [attachment] },
        ofSlack,
        () => undefined,
      )
    },
  },
  {
    name: 'Mattermost: text',
    ...{ row, mostCharacters, mostMs: 500, fragments: signs },
    read: (text) => [markdownOfPost(text, 'team', ofMattermost), plainOfPost(text)],
  },
  {
    name: 'Rocket.Chat: text',
    ...{ row, mostCharacters, mostMs: 500, fragments: signs },
    read: (text) => [
      markdownOfText(text, ofRocketChat),
      plainOfText(text),
      withoutQuoteLinks(text),
    ],
  },
  {
    name: 'Discord: text',
    ...{ row, mostCharacters, mostMs: 500 },
    fragments: [
      ...signs,
      '||',
      '<@1>',
      '<#1>',
      '<:a:1>',
      '<t:1:R>',
      '\n>>> ',
      '\u2028',
      '__',
      '~~',
    ],
    read: (text) => markdownOfDiscord(text, ofDiscord),
  },
  {
    name: 'attachment of a bot',
    ...{ row, mostCharacters, mostMs: 500, fragments: signs },
    read: (text) =>
      botAttachment(
        { title: text, title_link: text, text, author_name: text, fallback: text, footer: text },
        (each) => each,
      ),
  },
  {
    name: 'Zulip: text',
    ...{ row, mostCharacters, mostMs: 500, fragments: references },
    read: (text) => referTo(text),
  },
  {
    name: 'texts of all archives',
    ...{ row, mostCharacters, mostMs: 500, fragments: [...references, ...signs] },
    read: (text) => [
      codeSpan(text),
      guardLineStart(text),
      labeledLink(text, `http://${text}`),
      mentionedKeys(text),
      splitText(text),
      referencesIn(text),
      resolveReferences(text, () => undefined),
      snippetOf(text),
    ],
  },
  {
    name: 'Zulip: tables',
    ...{ row, mostCharacters: 1_000_000, mostMs: 500, fragments: json },
    read: (text) => readAll(scanTables(chunksOf(`{"a":[${text}`), 'realm.json')),
  },
  {
    name: 'Rocket.Chat: documents',
    ...{ row, mostCharacters: 1_000_000, mostMs: 500 },
    fragments: ['\u0005\0\0\0\0', '\0', '\u0006\0\0\0\0\0', '\uffff', '\u0010\0\0\0', 'a'],
    read: (text) => readAll(rawDocuments(chunksOf(text))),
  },
]

/** Readers of the archives of other servers. */
export const importReaders: TextReader[] = readers.map((reader) => ({
  ...reader,
  read: refusing(reader.read),
}))
