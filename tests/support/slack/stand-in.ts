import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { maybe, shapedLike } from '../checked'
import { portOf } from '../own-ports'
import { methods, Refusal } from './methods'
import { Workspace } from './workspace'

/** A misbehavior of the next calls of a method. */
export interface Fault {
  /** How many calls it meets. */
  times: number
  status?: number
  retryAfter?: number
  /** The call has its effect before the failure. */
  hasEffect?: boolean
  /** The connection is cut instead of an answer. */
  cuts?: boolean
  /** Pauses before the effect of the call, and between the effect and the answer. */
  delayMs?: number
  answersAfterMs?: number
}

export const botToken = 'xoxb-stand-in'
export const appToken = 'xapp-stand-in'

/**
 * Slack's Web API and Socket Mode, written from Slack's public reference, with a workspace in memory. It misbehaves as it
 * is told.
 */
export class SlackStandIn {
  readonly workspace = new Workspace()
  /** Names of the methods in the order of their calls. */
  readonly calls: string[] = []
  /** Events twice, or pairs of them in the wrong order. */
  manner: 'fair' | 'twice' | 'swapped' = 'fair'
  /** Events get lost although the connection stands. */
  losesEvents = false
  readonly acknowledged = new Set<string>()
  private readonly faults = new Map<string, Fault>()
  private server: Server | undefined
  private readonly sockets = new Set<WebSocket>()
  private held: string | undefined
  private port = 0
  private envelopes = 0

  static async start(): Promise<SlackStandIn> {
    const standIn = new SlackStandIn()
    standIn.workspace.onEvent = (event) => standIn.deliver(event)
    await standIn.listen()
    return standIn
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/api`
  }

  get connections(): number {
    return this.sockets.size
  }

  /** Settings of a bridge to this workspace. */
  get settings(): Record<string, string> {
    return {
      ...{ SLACK_API_URL: this.url, SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken },
      OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1',
    }
  }

  fail(method: string, fault: Fault): void {
    this.faults.set(method, fault)
  }

  /** Begins to serve, at the port that it had before. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => {
      void this.answer(request, response).catch(() => response.destroy())
    })
    const sockets = new WebSocketServer({ noServer: true })
    server.on('upgrade', (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (opened) => this.accept(opened))
    })
    server.listen(this.port, '127.0.0.1')
    await once(server, 'listening')
    this.server = server
    this.port = portOf(server)
    this.workspace.filesUrl = `http://127.0.0.1:${this.port}/files`
  }

  /** Dies as by kill -9: connections break, and calls get no answer. */
  async crash(): Promise<void> {
    const { server } = this
    if (!server) return
    this.server = undefined
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    for (const socket of this.sockets) socket.terminate()
    await closed
  }

  /** Cuts the connections of Socket Mode, or asks the client to connect anew, as Slack does every few hours. */
  disconnect(how: 'cut' | 'refresh' = 'cut'): void {
    for (const socket of this.sockets) {
      if (how === 'cut') socket.terminate()
      else socket.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }))
    }
  }

  private accept(socket: WebSocket): void {
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket))
    socket.on('message', (data: Buffer) => {
      const { envelope_id: id } = shapedLike(JSON.parse(data.toString()), {
        envelope_id: maybe(''),
      })
      if (id !== undefined) this.acknowledged.add(id)
    })
    socket.send(JSON.stringify({ type: 'hello', num_connections: this.sockets.size }))
  }

  private deliver(event: Record<string, unknown>): void {
    if (this.losesEvents) return
    this.envelopes += 1
    const envelope = {
      ...{ type: 'events_api', envelope_id: `E${this.envelopes}`, accepts_response_payload: false },
      payload: { type: 'event_callback', event_id: `Ev${this.envelopes}`, event },
    }
    const text = JSON.stringify(envelope)
    const [socket] = this.sockets
    if (!socket) return
    if (this.manner === 'swapped' && this.held === undefined) {
      this.held = text
      return
    }
    socket.send(text)
    if (this.manner === 'twice') socket.send(text)
    if (this.held !== undefined) socket.send(this.held)
    this.held = undefined
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    if (url.pathname.startsWith('/files/') && request.method === 'POST') {
      return this.takeFile(url, request, response)
    }
    if (url.pathname.startsWith('/files/')) return this.sendFile(url, token, response)
    const method = url.pathname.replace('/api/', '')
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    this.calls.push(method)
    const fault = this.takeFault(method)
    if (fault?.delayMs !== undefined) await delay(fault.delayMs)
    const isBroken = fault && (fault.cuts || fault.status !== undefined)
    const args = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    const answer = isBroken && !fault.hasEffect ? {} : this.call(method, args, token)
    if (fault?.answersAfterMs !== undefined)
      await delay(fault.answersAfterMs, undefined, { ref: false })
    if (fault?.cuts) return void response.destroy()
    if (fault?.status !== undefined) {
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter)
      response.statusCode = fault.status
      return void response.end()
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  }

  private call(method: string, args: Record<string, string>, token: string): object {
    if (method === 'apps.connections.open') {
      if (token !== appToken) return { ok: false, error: 'invalid_auth' }
      return { ok: true, url: `ws://127.0.0.1:${this.port}/link` }
    }
    if (token !== botToken) return { ok: false, error: 'invalid_auth' }
    const act = methods[method]
    if (!act) return { ok: false, error: 'unknown_method' }
    try {
      return { ok: true, ...act(this.workspace, args) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { ok: false, error: error.message }
    }
  }

  private takeFault(method: string): Fault | undefined {
    const fault = this.faults.get(method)
    if (!fault) return undefined
    fault.times -= 1
    if (fault.times <= 0) this.faults.delete(method)
    return fault
  }

  private sendFile(url: URL, token: string, response: ServerResponse): void {
    const file = this.workspace.files.get(url.pathname.split('/')[2] ?? '')
    if (token !== botToken || !file) response.writeHead(302, { location: '/login' }).end()
    else response.end(file.bytes)
  }

  private async takeFile(url: URL, request: IncomingMessage, response: ServerResponse) {
    const file = this.workspace.files.get(url.pathname.split('/')[2] ?? '')
    const bytes = await buffer(request)
    if (file) file.bytes = bytes
    response.writeHead(file ? 200 : 404).end()
  }
}
