import { maxTextCharacters } from '../../src/server/chat/access/narrow/written-terms'
import { parseMessageNarrow } from '../../src/server/chat/access/narrow/terms'
import { cleanFileName } from '../../src/server/chat/access/uploads/files'
import { readPeople } from '../../src/server/moving/import-users/read-csv'
import { charsetIn } from '../../src/server/chat/jobs/link-previews/fetch-page'
import { HeadReader } from '../../src/server/chat/jobs/link-previews/read-head'
import { readAnswer } from '../../src/server/chat/jobs/outgoing-webhooks/service-call'
import { checkFullName, isEmailAddress } from '../../src/server/chat/rules/names'
import { checkDescription } from '../../src/server/chat/rules/texts'
import { markedWordsOf } from '../../src/server/data/history/search'
import { parseJsonArgument } from '../../src/server/http/arguments/json-argument'
import { decodeUrlencoded } from '../../src/server/http/arguments/urlencoded'
import { subdomainOf } from '../../src/server/http/pipeline/host'
import { parseRequestTarget } from '../../src/server/http/pipeline/request-target'
import { scrubUrl } from '../../src/server/http/pipeline/scrub-url'
import { responseBounds } from '../../src/server/identity/protocols/saml/check-response'
import { readMetadata } from '../../src/server/identity/protocols/saml/metadata'
import { BadXmlError, readXml } from '../../src/server/identity/protocols/saml/xml'
import { expandTemplate, variablesOf } from '../../src/server/text/markdown/url-template'
import { json, plain } from './text-fragments'
import { refusing, rows } from './text-reader'
import type { TextReader } from './text-reader'

const xml = [
  ...['<a>', '</a>', '<b/>', '<EntityDescriptor>', '<IDPSSODescriptor>', '<X509Certificate>'],
  ...['<a b="', 'c="x" ', '&amp;', '&#x', '<!--', '-->', '<?', '<![CDATA[', ']]>', '"', "'"],
]

const headerCharacters = 16_000
const argumentCharacters = 500_000

/** Readers of requests, and of answers to requests of the server. */
export const requestReaders: TextReader[] = [
  {
    name: 'narrow',
    row: rows.request,
    ...{ mostCharacters: argumentCharacters, mostMs: 50, fragments: [...plain, '" "', 'a@b'] },
    read: refusing((text) => {
      for (const operator of ['search', 'topic', 'sender', 'dm', 'stream', 'near', 'is']) {
        refusing(() => parseMessageNarrow([[operator, text]]))(text)
      }
    }),
  },
  {
    name: 'description',
    row: rows.shortMarkdown,
    ...{ mostCharacters: argumentCharacters, mostMs: 50, fragments: plain },
    read: refusing((text) => checkDescription(text, 'description')),
  },
  {
    name: 'full name',
    row: rows.request,
    ...{ mostCharacters: argumentCharacters, mostMs: 50, fragments: [...plain, '|1', '**'] },
    read: refusing((text) => checkFullName(text)),
  },
  {
    name: 'email',
    row: rows.request,
    ...{ mostCharacters: argumentCharacters, mostMs: 20, fragments: [...plain, 'a@', 'a-', '.a'] },
    read: (text) => isEmailAddress(text),
  },
  {
    name: 'response of SAML',
    row: rows.saml,
    ...{ mostCharacters: 192 * 1024, mostMs: 50, fragments: xml },
    read: refusing(
      (text) => readXml(text, responseBounds),
      (error) => error instanceof BadXmlError,
    ),
  },
  {
    name: 'metadata of SAML',
    row: rows.request,
    ...{ mostCharacters: 500_000, mostMs: 100, fragments: xml },
    read: refusing((text) => readMetadata(text)),
  },
  {
    name: 'file name',
    row: rows.request,
    ...{
      mostCharacters: headerCharacters,
      mostMs: 50,
      fragments: [...plain, '..', '.tar', '\u0323\u0307'],
    },
    read: (text) => cleanFileName(text),
  },
  {
    name: 'URL template',
    row: rows.patterns,
    ...{ mostCharacters: 500, mostMs: 10, fragments: [...plain, '{a}', '{?a,b}', '{+', '%(a)s'] },
    read: (text) => {
      variablesOf(text)
      expandTemplate(text, { a: text, b: 'x' })
    },
  },
  {
    name: 'address of a request',
    row: rows.request,
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
    row: rows.request,
    ...{
      mostCharacters: headerCharacters,
      mostMs: 10,
      fragments: [...plain, ':1', '.chat.test', '::ffff:'],
    },
    read: (text) => subdomainOf(text, 'chat.test'),
  },
  {
    name: 'arguments',
    row: rows.request,
    ...{
      mostCharacters: 4_000_000,
      mostMs: 300,
      fragments: [...plain, '%', '%41', '%ff', '&', '=', 'a=1&'],
    },
    read: refusing((text) => decodeUrlencoded(asBytes(text))),
  },
  {
    name: 'JSON argument',
    row: rows.request,
    ...{ mostCharacters: argumentCharacters, mostMs: 100, fragments: json },
    read: refusing((text) => parseJsonArgument(`[${text}]`, 'list')),
  },
  {
    name: 'words of a search',
    row: rows.request,
    ...{ mostCharacters: maxTextCharacters, mostMs: 20, fragments: [...plain, '" "', '漢字'] },
    read: (text) => markedWordsOf({ words: text, phrases: [text] }),
  },
  {
    name: "answer of a bot's service",
    row: rows.service,
    ...{ mostCharacters: 262_144, mostMs: 50, fragments: json },
    read: (text) => readAnswer({ status: 200, text: `{"content":"${text}"}` }),
  },
  {
    name: 'list of people',
    row: rows.people,
    ...{ mostCharacters: 500_000, mostMs: 1_000 },
    fragments: [
      'a',
      '"',
      '""',
      ',',
      ';',
      '\t',
      '\n',
      '\r\n',
      '\n,,',
      ' ',
      'a@b.c,Ada\n',
      ',"',
      '",',
    ],
    read: refusing((text) => readPeople(Buffer.from(`email,full_name\n${text}`))),
  },
  {
    name: 'charset of a page',
    row: rows.page,
    ...{ mostCharacters: headerCharacters, mostMs: 5 },
    fragments: [' ', '\t', '=', '"', ';', 'charset', 'charset=', 'charset = "', 'utf-8'],
    read: (text) => charsetIn(`text/html; ${text}`),
  },
  {
    name: 'head of a page',
    row: rows.page,
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

/** Characters of a chunk of a page, as a network brings it. */
const pageChunk = 1_400

/** One character per byte, faster than `replace`, which would take longer than the reader. */
function asBytes(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}
