import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { listLinkedUploads } from '../../../data/bridges/outbox'
import type { LinkedUpload } from '../../../data/bridges/outbox'
import { claimKeys } from '../../../data/import/keys'
import { keyOfUpload } from '../../../chat/access/uploads/files'
import { discard } from '../../../chat/rules/outgoing/guarded-request'
import { rowOf, textOf } from '../../import/archive/fields'
import { SlackAwayError, SlackRefusedError } from './api'
import type { SlackBridge } from './side'

const timeoutMs = 120_000

/** Answers after which a file stays a link to Parley. */
const unusable = new Set([
  ...['file_not_found', 'file_deleted', 'missing_scope', 'file_type_not_allowed'],
  ...['storage_limit_reached', 'file_upload_size_restricted', 'file_uploads_disabled'],
])

/**
 * Slack's addresses of the files that a message links, by the unguessable part of their paths here. A file that is not in
 * Slack is brought there, to no channel: the message with its address shows it to the channel's readers. A kill in between
 * leaves a file that nobody sees.
 */
export async function filesInSlack(
  bridge: SlackBridge,
  messageId: number,
): Promise<Map<string, string>> {
  const { parley } = bridge
  const uploads = await listLinkedUploads(parley.ctx.db.query, parley.scope, messageId)
  const addresses = new Map<string, string>()
  for (const upload of uploads) {
    try {
      const address = await addressOf(bridge, upload)
      if (address !== undefined) addresses.set(upload.path_key, address)
    } catch (error) {
      if (!(error instanceof SlackRefusedError) || !unusable.has(error.reason)) throw error
    }
  }
  return addresses
}

async function addressOf(bridge: SlackBridge, upload: LinkedUpload): Promise<string | undefined> {
  const { parley, api } = bridge
  const file = upload.key ?? (await bring(bridge, upload))
  if (file === undefined) return undefined
  const told = rowOf(await api.call('files.info', { file }), 'file')
  if (upload.key === null) {
    await parley.transaction((tx) =>
      claimKeys(tx, parley.scope, 'file', [{ key: file, id: upload.id }]),
    )
  }
  return textOf(told, 'permalink') || undefined
}

/** @returns Slack's id of the file; undefined if it is gone here */
async function bring(bridge: SlackBridge, upload: LinkedUpload): Promise<string | undefined> {
  const { parley, api, files } = bridge
  const { realm, ctx } = parley
  const { file_name: filename, bytes: length, path_key } = upload
  const stored = await ctx.files.store.read(keyOfUpload({ realm_id: realm.id, path_key }))
  if (!stored) return undefined
  try {
    const place = await api.call('files.getUploadURLExternal', { filename, length })
    const url = files.addressOf(textOf(place, 'upload_url'))
    if (!url) throw new SlackAwayError('Slack named no address of its own for a file')
    await send(bridge, url, stored.body, length)
    const id = textOf(place, 'file_id')
    await api.call('files.completeUploadExternal', { files: [{ id, title: filename }] })
    return id
  } finally {
    stored.body.destroy()
  }
}

/** Sends the bytes as they are read. The address is a secret of its own, and needs no token. */
async function send(
  { parley, files }: SlackBridge,
  url: URL,
  body: NodeJS.ReadableStream,
  bytes: number,
): Promise<void> {
  const { addresses } = parley.ctx
  addresses.checkHost(url.hostname)
  const start = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = start(url, {
    ...{ method: 'POST', agent: false, lookup: addresses.lookup },
    headers: { 'content-type': 'application/octet-stream', 'content-length': bytes },
    signal: AbortSignal.any([files.signal, AbortSignal.timeout(timeoutMs)]),
  })
  try {
    const answered = once(request, 'response') as Promise<[IncomingMessage]>
    const [[response]] = await Promise.all([answered, pipeline(body, request)])
    discard(response)
    if (response.statusCode === 200) return
    throw new Error(`Slack answered a file with ${response.statusCode}`)
  } catch (error) {
    throw new SlackAwayError('Slack did not take a file', { cause: error })
  }
}
