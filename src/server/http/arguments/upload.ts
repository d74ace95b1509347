import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type busboy from 'busboy'
import type { Incoming, IncomingFile } from '../../stores/files/incoming'
import { ApiError, fixedError } from '../../lib/api-error'
import type { ErrorDoc } from '../../lib/api-error'
import { PayloadTooLargeError } from '../errors'
import { checkBodyHeaders, ClientGoneError } from './body'
import { malformed, openParser, replacement } from './multipart'
import { NotUtf8Error, TooManyFieldsError } from './urlencoded'

/*
 * The refusals of a form that should contain one file.
 * Source: docs/protocol/uploads.md#upload-refusals.
 */

export class NoFileError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The form has no file.',
  example: 'You must specify a file to upload',
}) {}

export class SeveralFilesError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The form has more than one file.',
  example: 'You may only upload one file at a time',
}) {}

export class FileTooLargeError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 413,
    code: 'BAD_REQUEST',
    description: 'The file is larger than the server takes.',
    example: 'Uploaded file is larger than the allowed limit of 25 MiB',
  }

  constructor(maxMib: number) {
    super(`Uploaded file is larger than the allowed limit of ${maxMib} MiB`, {
      status: 413,
      code: 'BAD_REQUEST',
    })
  }
}

/** Max bytes of the form beside the file. */
const maxFrameBytes = 1024 * 1024
const mib = 1024 * 1024

/** A form with one file; the file is on disk and deleted with the form. */
export class ReceivedForm {
  constructor(
    private readonly files: readonly IncomingFile[],
    /** The fields beside the file; of repeated names the last wins. */
    readonly fields: ReadonlyMap<string, string>,
  ) {}

  /** @throws NoFileError, SeveralFilesError */
  get file(): IncomingFile {
    const [file, another] = this.files
    if (!file) throw new NoFileError()
    if (another) throw new SeveralFilesError()
    return file
  }

  /** The file, or undefined if the form has none. @throws SeveralFilesError */
  get optionalFile(): IncomingFile | undefined {
    return this.files.length === 0 ? undefined : this.file
  }

  /** Deletes the files that were not moved away. */
  async discard(): Promise<void> {
    await Promise.all(this.files.map(({ path }) => rm(path, { force: true })))
  }
}

export function isMultipart({ headers }: IncomingMessage): boolean {
  return /^\s*multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')
}

/**
 * Receives a form with a file, under any field name, into the folder of incoming files. Fields beside it are
 * arguments and take precedence over those in the URL.
 *
 * If the form is refused or its sender hangs up, the files are deleted.
 *
 * Source: docs/protocol/requests.md#any-part-name.
 *
 * @throws FileTooLargeError also for fields beyond the limit; MalformedRequestError; NotUtf8Error;
 * ClientGoneError
 */
export async function receiveForm(
  request: IncomingMessage,
  incoming: Incoming,
  maxFileMib: number,
): Promise<ReceivedForm> {
  refuseLargeFile(request, maxFileMib)
  const files: IncomingFile[] = []
  const fields = new Map<string, string>()
  const writing: Promise<void>[] = []

  async function write(fieldName: string, body: Readable, info: busboy.FileInfo): Promise<void> {
    // Destroying the body before it has a reader must not raise an unhandled error.
    body.on('error', () => undefined)
    const path = await incoming.newPath()
    const file = { path, name: info.filename || fieldName, contentType: info.mimeType, bytes: 0 }
    files.push(file)
    const disk = createWriteStream(path, { flags: 'wx', flush: true })
    await pipeline(body, disk)
    file.bytes = disk.bytesWritten
  }

  const parser = openParser(request.headers['content-type'] ?? '', {
    // busboy reports `limit` for a file that reaches the limit, so allow one byte more.
    fileSize: maxFileMib * mib + 1,
    files: 2,
    // One byte more, so that a truncated field also counts as too large.
    fieldSize: maxFrameBytes + 1,
  })
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('file', (fieldName: string | undefined, body, info) => {
        body.on('limit', () => reject(new FileTooLargeError(maxFileMib)))
        const written = write(fieldName ?? '', body, info)
        writing.push(written)
        written.catch(reject)
      })
      let fieldBytes = 0
      parser.on('field', (name: string | undefined, value) => {
        if (name === undefined) return
        fieldBytes += Buffer.byteLength(value)
        if (fieldBytes > maxFrameBytes) reject(new FileTooLargeError(maxFileMib))
        else if (isBroken(name) || isBroken(value)) reject(new NotUtf8Error(name))
        else fields.set(name, value)
      })
      parser.on('fieldsLimit', () => reject(new TooManyFieldsError()))
      parser.on('filesLimit', () => reject(new SeveralFilesError()))
      parser.on('partsLimit', () => reject(new TooManyFieldsError()))
      parser.on('error', () => reject(malformed()))
      parser.on('close', resolve)

      let bytes = 0
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxFileMib * mib + maxFrameBytes) reject(new FileTooLargeError(maxFileMib))
      })
      request.once('close', () => {
        if (!request.readableEnded) reject(new ClientGoneError())
      })
      request.once('error', () => reject(new ClientGoneError()))
      request.pipe(parser)
    })
    await Promise.all(writing)
    return new ReceivedForm(files, fields)
  } catch (error) {
    // The connection stays open: it has to carry the refusal.
    request.unpipe(parser)
    parser.destroy()
    await Promise.allSettled(writing)
    await new ReceivedForm(files, fields).discard()
    throw error
  }
}

/** With a file in the body, a replacement character that was sent cannot be told from broken bytes. */
function isBroken(text: string): boolean {
  return text.includes(replacement)
}

function refuseLargeFile(request: IncomingMessage, maxFileMib: number): void {
  const limitBytes = maxFileMib * mib + maxFrameBytes
  try {
    checkBodyHeaders(request, limitBytes)
  } catch (error) {
    throw error instanceof PayloadTooLargeError ? new FileTooLargeError(maxFileMib) : error
  }
}
