import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { findImported } from '../../../data/import/keys'
import { findUserById } from '../../../data/users/users'
import { ApiError } from '../../../lib/api-error'
import { checkQuota } from '../../../chat/access/uploads/quota'
import { requestGuarded } from '../../../chat/rules/outgoing/guarded-request'
import { dateOf, isTrue, numberOf, textOf } from '../../import/archive/fields'
import type { Row } from '../../import/archive/fields'
import { fileNameOf } from '../../import/slack/survey'
import { writeFiles } from '../../import/writers/files'
import type { ParleySide } from '../bridge'
import type { SlackPeople } from './people'

const timeoutMs = 120_000
const bytesPerMib = 1_048_576

export interface SlackFilesOptions {
  token: string
  /** The only host that gets the token with a request for a file. */
  host: string
  protocol: 'https:' | 'http:'
  signal: AbortSignal
}

/** Files of Slack. A file that cannot be read stays a link to Slack. */
export class SlackFiles {
  constructor(
    private readonly parley: ParleySide,
    private readonly people: SlackPeople,
    private readonly options: SlackFilesOptions,
  ) {}

  /** Stores a file as an upload of its owner, unless it is here, too large, or not readable. */
  async take(file: Row, senderKey: string): Promise<void> {
    const { ctx, scope, realm } = this.parley
    const id = textOf(file, 'id')
    const url = this.addressOf(textOf(file, 'url_private_download') || textOf(file, 'url_private'))
    const bytes = numberOf(file, 'size') ?? 0
    const isHidden = /^(?:tombstone|hidden_by_limit|external)$/.test(textOf(file, 'mode'))
    if (id === '' || !url || isHidden || isTrue(file, 'is_external')) return
    if (bytes > ctx.config.maxFileUploadMib * bytesPerMib) return
    if ((await findImported(ctx.db.query, scope, 'file', [id])).has(id)) return
    const owner = textOf(file, 'user') || senderKey
    await this.people.ensure([owner])
    const person = this.people.find(owner)
    const requester = person && (await findUserById(ctx.db.query, realm.id, person.userId))
    if (!requester || !(await this.hasRoom(requester, bytes))) return
    const contentType = textOf(file, 'mimetype')
    const createdAt = dateOf(numberOf(file, 'created'), 's')
    await writeFiles(this.parley.job(), [
      {
        ...{ kind: 'file', key: id, name: fileNameOf(file), ownerKey: owner },
        ...(contentType && { contentType }),
        ...(createdAt && { createdAt }),
        file: { path: id, size: bytes, open: () => this.open(url) },
      },
    ])
  }

  private async hasRoom(
    requester: Parameters<typeof checkQuota>[1]['requester'],
    bytes: number,
  ): Promise<boolean> {
    const { config, db } = this.parley.ctx
    try {
      await checkQuota(db.query, { config, requester, bytes })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return false
    }
  }

  get signal(): AbortSignal {
    return this.options.signal
  }

  /** The address of a file at Slack's host for files; undefined for any other, which must not get the token. */
  addressOf(address: string): URL | undefined {
    const url = URL.canParse(address) ? new URL(address) : undefined
    const { host, protocol } = this.options
    const isSlack = url?.host === host && url.protocol === protocol && url.username === ''
    return isSlack ? url : undefined
  }

  /** Without a redirect: an address elsewhere would get the token, and Slack's login page is none. */
  private async open(url: URL): Promise<NodeJS.ReadableStream> {
    const { token, signal } = this.options
    const { addresses, config } = this.parley.ctx
    const response: IncomingMessage = await requestGuarded(url, {
      ...{ method: 'GET', addresses, headers: { authorization: `Bearer ${token}` } },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    if (response.statusCode !== 200) {
      response.destroy()
      throw new Error(`Slack answered a file with ${response.statusCode}`)
    }
    return response.pipe(limited(response, config.maxFileUploadMib * bytesPerMib))
  }
}

function limited(source: IncomingMessage, mostBytes: number): Transform {
  let bytes = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > mostBytes) done(new Error('A file is longer than Slack says.'))
      else done(null, chunk)
    },
  })
  source.on('error', (error) => limit.destroy(error))
  source.on('aborted', () => limit.destroy(new Error('A file broke off.')))
  limit.on('close', () => source.destroy())
  return limit
}
