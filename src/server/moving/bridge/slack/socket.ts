import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import WebSocket from 'ws'
import { growing } from '../../../lib/pauses'
import { isRow, rowOf, textOf } from '../../import/archive/fields'
import type { Row } from '../../import/archive/fields'
import { SlackRefusedError } from './api'
import type { SlackApi } from './api'

const handshakeMs = 10_000
/** Slack pings every few seconds; a connection that is silent for so long is dead. */
const silenceMs = 40_000
const mostBytes = 4 * 1_048_576
const pause = { firstMs: 500, longestMs: 60_000 }

export interface SocketOptions {
  /** The API with the token of the app. */
  api: SlackApi
  log: Pick<Logger, 'info' | 'warn'>
  signal: AbortSignal
  /** Called when events come; what came before is not known. */
  onConnected(): void
  onDisconnected(): void
  /** Journals the events of an envelope, which is acknowledged afterwards; Slack repeats one whose journaling failed. */
  onEvent(event: Row): Promise<void>
}

/**
 * Receives events by Socket Mode until the signal aborts. A connection that Slack refreshes or that breaks is followed by
 * another one.
 * @throws SlackRefusedError for a token without the right
 */
export async function listenToSlack(options: SocketOptions): Promise<void> {
  const { api, log, signal } = options
  for (let failures = 0; !signal.aborted;) {
    try {
      const { url } = await api.call('apps.connections.open')
      const isHello = await followConnection(addressOf(url, api), options)
      failures = isHello ? 0 : failures + 1
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof SlackRefusedError) throw error
      failures += 1
      log.warn({ err: error }, 'could not connect to Slack')
    } finally {
      options.onDisconnected()
    }
    if (failures > 0)
      await delay(growing(failures, pause), undefined, { signal }).catch(() => undefined)
  }
}

/** Slack's own address of the connection. @throws Error for any other */
function addressOf(value: unknown, api: SlackApi): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  const isSlack = url?.protocol === 'wss:' && /\.slack\.com$/.test(url.hostname)
  // Another address of the API is one of the operator, which serves both.
  const isOfOperator = url?.protocol === 'ws:' && url.host === api.host
  if (!url || !(isSlack || isOfOperator)) throw new Error('Slack named no address of its own.')
  return url.href
}

/** @returns whether Slack said hello */
async function followConnection(url: string, options: SocketOptions): Promise<boolean> {
  const { signal, log } = options
  const socket = new WebSocket(url, { handshakeTimeout: handshakeMs, maxPayload: mostBytes })
  const end = (): void => socket.terminate()
  signal.addEventListener('abort', end)
  let isHello = false
  let watch: NodeJS.Timeout | undefined
  const alive = (): void => {
    clearTimeout(watch)
    watch = setTimeout(end, silenceMs)
  }
  alive()
  socket.on('ping', alive)
  socket.on('message', (data: Buffer) => {
    alive()
    const envelope = envelopeIn(data)
    const type = textOf(envelope, 'type')
    if (type === 'hello') {
      isHello = true
      log.info('connected to Slack')
      options.onConnected()
    } else if (type === 'disconnect') socket.close()
    else void acknowledge(socket, envelope, options)
  })
  socket.on('error', (error) => log.warn({ err: error }, 'lost the connection to Slack'))
  try {
    await once(socket, 'close')
  } catch {
    // The error is logged, and the connection closed.
  } finally {
    clearTimeout(watch)
    signal.removeEventListener('abort', end)
    socket.terminate()
  }
  return isHello
}

async function acknowledge(
  socket: WebSocket,
  envelope: Row,
  { onEvent, log }: SocketOptions,
): Promise<void> {
  const id = textOf(envelope, 'envelope_id')
  if (id === '') return
  try {
    if (textOf(envelope, 'type') === 'events_api') {
      await onEvent(rowOf(rowOf(envelope, 'payload'), 'event'))
    }
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ envelope_id: id }))
  } catch (error) {
    log.warn({ err: error }, 'could not journal an event of Slack')
  }
}

function envelopeIn(data: Buffer): Row {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'))
    return isRow(value) ? value : {}
  } catch {
    return {}
  }
}
