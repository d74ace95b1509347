import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { asBytes } from './checked'
import { portOf } from './own-ports'

/** The subset of an S3-compatible store that the server uses, in memory. */
export interface FakeS3 {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly files: ReadonlyMap<string, StoredFile>
  /** Faults of requests, whatever their answers. */
  readonly faults: readonly string[]
  /** Answers every request with this status from now on; 0 returns to normal. */
  failWith(status: number): void
  /** Bytes taken of bodies so far. */
  readonly bytesTaken: number
  /** Takes no more of the bodies after so many bytes in all, until the number is raised. */
  takeUpTo(bytes: number): void
  /** Number of files that were asked for so far. */
  readonly reads: number
  /** Answers no more reads of files after so many, until the number is raised. */
  answerReadsUpTo(reads: number): void
  close(): Promise<void>
}

interface StoredFile {
  type: string
  bytes: Buffer
}

const bucket = 'parley-files'
const accessKeyId = 'AKIDEXAMPLE'

export async function startFakeS3(): Promise<FakeS3> {
  const files = new Map<string, StoredFile>()
  const faults: string[] = []
  let failure = 0
  let bytesTaken = 0
  let mostBytes = Infinity
  let raise: () => void = () => undefined
  let raised = Promise.resolve()
  const hasEnough = () => bytesTaken >= mostBytes
  let reads = 0
  let mostReads = Infinity
  const hasReadEnough = () => reads > mostReads

  async function bodyOf(request: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const piece of request) {
      const chunk = asBytes(piece)
      chunks.push(chunk)
      bytesTaken += chunk.length
      while (hasEnough()) await raised
    }
    return Buffer.concat(chunks)
  }

  const server: Server = createServer((request, response) => {
    void (async () => {
      faults.push(...faultsOf(request))
      const body = await bodyOf(request)
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3.test')
      const key = pathname.replace(`/${bucket}/`, '')
      if (failure > 0) return response.writeHead(failure).end('<Error>away</Error>')
      if (request.method === 'PUT') {
        files.set(key, { type: request.headers['content-type'] ?? '', bytes: body })
        return response.writeHead(200).end()
      }
      if (request.method === 'DELETE') {
        files.delete(key)
        return response.writeHead(204).end()
      }
      if (key === '' && searchParams.get('list-type') === '2') {
        return response.writeHead(200).end(pageOf([...files.keys()], searchParams))
      }
      const file = files.get(key)
      reads += 1
      while (hasReadEnough()) await raised
      if (!file) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
      const part = range ? file.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : file.bytes
      return response.writeHead(range ? 206 : 200, { 'Content-Length': part.length }).end(part)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    accessKeyId,
    files,
    faults,
    failWith: (status) => (failure = status),
    get bytesTaken() {
      return bytesTaken
    },
    takeUpTo(bytes) {
      mostBytes = bytes
      raise()
      raised = new Promise((resolve) => (raise = resolve))
    },
    get reads() {
      return reads
    },
    answerReadsUpTo(most) {
      mostReads = most
      raise()
      raised = new Promise((resolve) => (raise = resolve))
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Fewer than in S3, so that tests see several pages. */
const keysPerPage = 3

function pageOf(keys: readonly string[], query: URLSearchParams): string {
  const start = Number(query.get('continuation-token') ?? 0)
  const end = start + keysPerPage
  const listed = keys.slice(start, end).map((key) => `<Contents><Key>${key}</Key></Contents>`)
  const next = end < keys.length ? `<NextContinuationToken>${end}</NextContinuationToken>` : ''
  return `<ListBucketResult>${listed.join('')}${next}</ListBucketResult>`
}

/** S3 refuses a body without a length, and unsigned requests. */
function faultsOf({ method, url, headers }: IncomingMessage): string[] {
  const faults: string[] = []
  const signature = /^AWS4-HMAC-SHA256 Credential=(\w+)\/\d{8}\/[\w-]+\/s3\/aws4_request, /
  if (signature.exec(headers.authorization ?? '')?.[1] !== accessKeyId) faults.push('not signed')
  if (!/^\d{8}T\d{6}Z$/.test(String(headers['x-amz-date']))) faults.push('without a date')
  if (method === 'PUT' && headers['content-length'] === undefined) faults.push('without a length')
  if (!url?.startsWith(`/${bucket}/`)) faults.push('of another bucket')
  return faults
}
