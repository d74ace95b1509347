import type { Page, Response } from 'playwright-core'
import { elementAt, shapedLike } from '../support/checked'
import type { Person, Queue } from '../support/person'
import { describeInBrowser, useServerAndBrowser } from './support/browser'

/** Duration of the load; `STORY_SECONDS=180` runs the full test. */
const seconds = Number(process.env['STORY_SECONDS'] ?? 12)
const messagesPerMinute = 600
/** The senders share the messages, because each user has a rate limit. */
const senderNames = ['cy', 'dan', 'eva', 'fay', 'gus', 'hal', 'ida', 'jo']

/**
 * A client polls again after each event, so the messages of others determine its poll rate in a busy organization.
 * Source: docs/protocol/limits.md#poll-rate.
 */
describeInBrowser('A busy organization', () => {
  const { server, windows } = useServerAndBrowser()

  it(`refuses no client that reads and writes for ${seconds} s`, async () => {
    const [ada, ...senders] = await server.users('ada', ...senderNames)
    const bot = await server.bot(ada, 'echo')
    const { id } = await server.stream('ops', { subscribers: [ada, bot, ...senders] })

    const refusals: string[] = []
    const page = await windows.openAs(ada, { path: `/#narrow/channel/${id}-ops/topic/rush` })
    page.on('response', (response) => noteRefusal(response, refusals))
    const phone = new Program(ada)
    const echo = new Program(bot)
    await Promise.all([phone.start(), echo.start()])

    for (let second = 0; second < seconds; second += 1) {
      const tick = new Promise((resolve) => setTimeout(resolve, 1_000))
      for (let count = 0; count < messagesPerMinute / 60; count += 1) {
        const sender = elementAt(senders, (second + count) % senders.length)
        await sender.send('ops', 'rush', `message ${count} of second ${second}`)
      }
      if (second % 4 === 0) await writeAll(page, phone, echo, second)
      await tick
    }
    const last = await ada.send('ops', 'rush', 'The last one.')
    await Promise.all([phone.hears(last), echo.hears(last)])
    await page.getByRole('article').getByText('The last one.').waitFor()
    expect(refusals).toEqual([])
    // A program that was refused rejects here.
    await Promise.all([phone.stop(), echo.stop()])
  })
})

/** Ada writes in the web app and on the phone, and the bot answers. */
async function writeAll(page: Page, phone: Program, echo: Program, second: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(`From the web in second ${second}`)
  await page.keyboard.press('Enter')
  await page.getByRole('article').getByText(`From the web in second ${second}`).first().waitFor()
  for (const { person } of [phone, echo]) await person.send('ops', 'rush', 'noted')
  await phone.markRead()
}

function noteRefusal(response: Response, refusals: string[]): void {
  const status = response.status()
  if (status === 429 || status === 503) refusals.push(`${status} ${response.url()}`)
}

/** A client that long-polls for messages. */
class Program {
  readonly #heard = new Set<number>()
  #unread: number[] = []
  #queue!: Queue
  #isStopped = false
  #loop!: Promise<void>
  #onNews: () => void = () => undefined

  constructor(readonly person: Person) {}

  async start(): Promise<void> {
    this.#queue = await this.person.register({ event_types: ['message'] })
    this.#loop = this.#listen()
    // `hears` and `stop` await the loop and report its error.
    this.#loop.catch(() => this.#onNews())
  }

  async hears(id: number): Promise<void> {
    while (!this.#heard.has(id)) {
      await Promise.race([this.#loop, new Promise<void>((resolve) => (this.#onNews = resolve))])
    }
  }

  /** Marks all messages that it has received as read, as a phone does now and then. */
  async markRead(): Promise<void> {
    const messages = this.#unread
    this.#unread = []
    if (messages.length === 0) return
    const answer = await this.person.post('/messages/flags', { messages, op: 'add', flag: 'read' })
    if (answer.status !== 200) throw new Error(`mark read: ${answer.text}`)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.person.delete('/events', { queue_id: this.#queue.queue_id })
    await this.#loop
  }

  async #listen(): Promise<void> {
    while (!this.#isStopped) {
      const events = await this.person.poll(this.#queue).catch((error: unknown) => {
        // `stop` has deleted the queue.
        if (this.#isStopped) return []
        throw error
      })
      for (const { message } of events) {
        const { id } = shapedLike(message, { id: 0 })
        this.#heard.add(id)
        this.#unread.push(id)
      }
      this.#onNews()
    }
  }
}
