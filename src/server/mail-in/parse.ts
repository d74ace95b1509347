import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { MailParser } from 'mailparser'
import type { AddressObject, AttachmentStream, HeaderValue, StructuredHeader } from 'mailparser'
import type { IncomingFile } from '../stores/files/incoming'
import { BadRequestError } from '../chat/rules/errors'
import { fromWindows1252, isUtf8, lacksCharset } from './reading/charsets'
import { headersOfRaw } from './reading/raw-headers'
import type { MailTexts } from './reading/body'

/** Bytes of a piece that the parser gets; the first one has the head of the mail. */
const pieceBytes = 131_072
/** Max parts of a mail, and max bytes of the headers of one. */
const bounds = { maxChildNodes: 200, maxHeadSize: 262_144 }
/** Max characters of a report of a mail server. */
const longestReport = 50_000
const longestCalendar = 200_000

/** Max lines of a mail: this number, plus one for each 40 bytes. Lines of encoded files have 78 bytes. */
const mostShortLines = 50_000
const leastLine = 40
const newline = 0x0a

/** A mail that exceeds the limits of the parser. */
export class UnreadableMailError extends BadRequestError {
  constructor() {
    super('The mail has too many parts, lines or headers.')
  }
}

/** A mail that was taken apart. */
export interface ParsedMail {
  subject: string
  from: { name: string; address: string }
  messageId: string
  /** Type of the whole mail, in lower case. */
  contentType: string
  headers: ReadonlyMap<string, string>
  texts: MailTexts
  files: IncomingFile[]
  /** Texts of the parts `message/delivery-status` and `message/feedback-report`. */
  reports: string[]
  /** Text of the calendar file, which is among the files, too; empty: there is none. */
  calendar: string
}

/**
 * Takes the mail in a file apart, in a thread of its own. Its files are written to the given paths; further ones are left out.
 * @throws UnreadableMailError
 */
export async function parseMail(file: string, filePaths: readonly string[]): Promise<ParsedMail> {
  const parser = new MailParser({
    ...bounds,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    keepDeliveryStatus: true,
    checksumAlgo: false,
  })
  const headers = new Map<string, HeaderValue>()
  const texts: MailTexts = { text: '', html: '' }
  const files: IncomingFile[] = []
  const reports: string[] = []
  const calendars: (IncomingFile & { isNamed: boolean })[] = []

  const keep = async (part: AttachmentStream): Promise<void> => {
    const path = filePaths[files.length]
    if (/^message\/(?:delivery-status|feedback-report)$/.test(part.contentType)) {
      reports.push(await textOfStream(part.content))
    } else if (path !== undefined && nameOf(part) !== undefined) {
      const stored = await storeFile(part, path)
      files.push(stored)
      if (isCalendar(part)) calendars.push({ ...stored, isNamed: Boolean(part.filename) })
    } else {
      part.content.resume()
      await finished(part.content)
    }
    part.release?.()
  }
  parser.on('headers', (found) => {
    for (const [name, value] of found) headers.set(name, value)
  })
  parser.on('data', (part) => {
    if (part.type === 'text') Object.assign(texts, { text: part.text ?? '', html: part.html ?? '' })
    else keep(part).catch((error: unknown) => parser.destroy(error as Error))
  })
  let head: Buffer | undefined
  const size = { bytes: 0, lines: 0 }
  let isForeign = false
  const read = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of piecesOf(file)) {
      refuseManyLines(size, piece)
      if (!head) isForeign = lacksCharset(headersOfRaw(piece)) && !(await isUtf8(piecesOf(file)))
      head ??= piece
      yield isForeign ? fromWindows1252(piece) : piece
    }
  }
  await pipeline(Readable.from(read()), parser).catch((error: unknown) => {
    const isOfMail = (error as { code?: unknown }).code === 'EMAXLEN'
    throw isOfMail ? new UnreadableMailError() : error
  })
  const raw = headersOfRaw(head ?? Buffer.alloc(0))
  const calendar = calendars[0] ? await beginOf(calendars[0].path) : ''
  return {
    ...factsOf(headers),
    ...{ headers: raw, texts, reports, calendar },
    files: withoutRepeated(files, calendars),
  }
}

/** Programs attach a calendar file with a name, and have it as an alternative of the text besides. */
function withoutRepeated(
  files: IncomingFile[],
  calendars: readonly (IncomingFile & { isNamed: boolean })[],
): IncomingFile[] {
  if (!calendars.some(({ isNamed }) => isNamed)) return files
  const repeated = new Set(calendars.filter(({ isNamed }) => !isNamed).map(({ path }) => path))
  return files.filter(({ path }) => !repeated.has(path))
}

function isCalendar({ contentType }: AttachmentStream): boolean {
  return contentType === 'text/calendar' || contentType === 'application/ics'
}

async function beginOf(file: string): Promise<string> {
  return textOfStream(createReadStream(file), longestCalendar)
}

function piecesOf(file: string): AsyncIterable<Buffer> {
  return createReadStream(file, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>
}

/** Refuses a mail of short lines, as no program writes them: the parser takes seconds for millions of lines. */
function refuseManyLines(size: { bytes: number; lines: number }, part: Buffer): void {
  size.bytes += part.length
  for (let at = part.indexOf(newline); at >= 0; at = part.indexOf(newline, at + 1)) size.lines += 1
  if (size.lines > mostShortLines + size.bytes / leastLine) throw new UnreadableMailError()
}

/** The name of a file; undefined for a part that is none. Programs attach mails without a name. */
function nameOf({ filename, contentDisposition, contentType }: AttachmentStream) {
  if (filename) return filename
  if (contentType === 'text/calendar') return 'invite.ics'
  if (contentDisposition !== 'attachment') return undefined
  return contentType === 'message/rfc822' ? 'message.eml' : 'attachment'
}

async function storeFile(part: AttachmentStream, path: string): Promise<IncomingFile> {
  const file = createWriteStream(path, { flags: 'wx' })
  await pipeline(part.content, file)
  return {
    path,
    name: nameOf(part) ?? '',
    contentType: part.contentType,
    bytes: file.bytesWritten,
  }
}

async function textOfStream(stream: Readable, longest = longestReport): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    if (text.length < longest) text += decoder.decode(chunk as Buffer, { stream: true })
  }
  return text.slice(0, longest)
}

function factsOf(
  headers: ReadonlyMap<string, HeaderValue>,
): Pick<ParsedMail, 'subject' | 'from' | 'messageId' | 'contentType'> {
  const text = (name: string): string => {
    const value = headers.get(name)
    return typeof value === 'string' ? value : ''
  }
  const [from] = (headers.get('from') as AddressObject | undefined)?.value ?? []
  const type = headers.get('content-type') as StructuredHeader | undefined
  return {
    subject: text('subject'),
    from: { name: from?.name ?? '', address: from?.address ?? '' },
    messageId: text('message-id'),
    contentType: (type?.value ?? '').toLowerCase(),
  }
}
