import { ApiError } from '../../src/server/lib/api-error'

/** A function of the server that reads texts from outside. */
export interface TextReader {
  name: string
  /** Its row of the table "Readers of foreign data" in docs/threats.md. */
  row: (typeof rows)[keyof typeof rows]
  /** Max length of its texts. */
  mostCharacters: number
  /** Max CPU time for any text of that length. */
  mostMs: number
  /** Fragments with a meaning to the reader. */
  fragments: readonly string[]
  /** Reads a text; a refusal is a valid outcome. */
  read: (text: string) => unknown
}

/** Rows of the table "Readers of foreign data" in docs/threats.md. */
export const rows = {
  mail: 'mail in: MIME, charsets, HTML, quotes',
  mailHead: 'mail in: first 64 KiB of the headers, at its reception',
  archive: 'archive of an import',
  people: 'list of people to invite (CSV)',
  longMarkdown: 'Markdown of more than 500 characters, alert words in it',
  shortMarkdown: 'Markdown of up to 500 characters, descriptions of streams',
  stored: 'stored messages that are searched or compared',
  saml: 'response of a SAML provider',
  patterns: 'patterns of linkifiers',
  page: 'page of a link preview',
  push: 'text of a push',
  service: "answer of a bot's service",
  webhook: 'payload of an incoming webhook',
  request: 'body and arguments of a request, narrows',
} as const

/** The function, with undefined for a refusal. */
export function refusing<Result>(
  read: (text: string) => Result,
  isRefusal = (error: unknown): boolean => error instanceof ApiError,
): (text: string) => Result | undefined {
  return (text) => {
    try {
      return read(text)
    } catch (error) {
      if (isRefusal(error)) return undefined
      throw error
    }
  }
}
