import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parsed, present, shapedLike } from '../support/checked'
import { messageIn } from '../support/person'
import type { Person, Queue, ReceivedEvent } from '../support/person'
import type { Habits } from './program'

/** The programs pause for a second. */
const pauseMs = 200

/** The event loop of a program that receives messages. */
export abstract class Listener {
  /** Ids of messages in order of receipt, including duplicates. */
  readonly heard: number[] = []
  #news: () => void = () => undefined

  /** Resolves once a message was received. */
  async hears(id: number): Promise<void> {
    while (!this.heard.includes(id)) await new Promise<void>((resolve) => (this.#news = resolve))
  }

  abstract stop(): Promise<void>

  protected take(event: ReceivedEvent): void {
    if (event.type !== 'message') return
    this.heard.push(messageIn(event).id)
    this.#news()
  }
}

/** The loop of zulip-js has no end, so it runs in a process that can be killed. */
export class NodeListener extends Listener {
  private constructor(readonly child: ChildProcess) {
    super()
    // The package prints errors as well.
    createInterface({ input: present(child.stdout, 'stdout') }).on('line', (line) => {
      if (line.startsWith('{')) this.take(shapedLike(parsed(line), { id: 0, type: '' }))
    })
  }

  static start({ email, apiKey, url }: Person): NodeListener {
    const program = `
      const [username, apiKey, realm] = process.argv.slice(1)
      require('zulip-js')({ username, apiKey, realm }).then((zulip) =>
        zulip.callOnEachEvent((event) => console.log(JSON.stringify(event)), ['message']))`
    const child = spawn(process.execPath, ['-e', program, email, apiKey, url], {
      cwd: __dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return new NodeListener(child)
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit')
    this.child.kill()
    await exited
  }
}

/**
 * The loop of the Python bindings, also used by the terminal client: a failed poll is repeated after a pause,
 * up to ten times without waiting for events; a lost queue is a fault here.
 * Sources: docs/protocol/requests.md#judged, docs/protocol/errors.md#loops.
 */
export class PythonListener extends Listener {
  readonly #hangUp = new AbortController()
  readonly #loop: Promise<void>

  constructor(
    readonly person: Person,
    readonly habits: Habits,
    queue: Queue,
  ) {
    super()
    this.#loop = this.#listen(queue)
  }

  async stop(): Promise<void> {
    this.#hangUp.abort()
    // An earlier failure was reported already.
    await this.#loop.catch(() => undefined)
  }

  async #listen({ queue_id, last_event_id }: Queue): Promise<void> {
    let last = last_event_id
    while (!this.#hangUp.signal.aborted) {
      for (const event of await this.#poll(queue_id, last)) {
        last = Math.max(last, event.id)
        this.take(event)
      }
    }
  }

  async #poll(queueId: string, last: number): Promise<ReceivedEvent[]> {
    const { url, email, apiKey } = this.person
    const args = new URLSearchParams({ queue_id: queueId, last_event_id: String(last) })
    const headers = {
      'User-Agent': this.habits.userAgent,
      Authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
    }
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const signal = this.#hangUp.signal
      const response = await fetch(`${url}/api/v1/events?${args.toString()}`, {
        headers,
        signal,
      }).catch(() => undefined)
      if (signal.aborted) return []
      if (response?.status === 200) {
        return shapedLike(await response.json(), { events: [{ id: 0, type: '' }] }).events
      }
      if (response && response.status < 500) throw new Error(await response.text())
      args.set('dont_block', 'true')
      await delay(pauseMs)
    }
    throw new Error('Ten attempts at a poll failed.')
  }
}
