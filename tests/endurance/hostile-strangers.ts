import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createTransport } from 'nodemailer'
import type { Database } from '../../src/server/data/engine/database'
import { archiveOfEmptyRows } from '../support/archives/empty-rows'
import { exactly, maybe, shapedLike } from '../support/checked'
import { ImapServer } from '../support/imap-server'
import { makeOwnFolder, removeOwnFolder } from '../support/own-folder'
import { ownPorts } from '../support/own-ports'
import type { Person } from '../support/person'
import { createTestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { openTestDatabase, ownerAt, Worker } from '../support/workers'
import { hostileMails } from './hostile-mails'
import type { HostileMail } from './hostile-mails'

export interface StrangerOptions {
  /** Size of the largest mails. */
  mib: number
  /** Whether each mail is sent alone before. */
  alone: boolean
  /** Archives whose realm.json is one table of empty rows: three bytes each, which shrink to a thousandth. */
  archives: readonly { table: string; rows: number }[]
  say?: (line: string) => void
}

/** The costs of one mail, or of all at once, for a worker. */
export interface StrangerFigures {
  name: string
  /** CPU of the main thread, in all and in its longest turn. */
  cpuMs: number
  longestTurnMs: number
  longestHealthMs: number
  healthFailures: number
  /** The most memory that the worker had until then, and its processes together. */
  workerMib: number
  childrenMib: number
  /** The end of each mail and archive, by its name. */
  outcomes: Outcomes
}

/** Some 9 and 350 kB, which take a reader hundreds of megabytes. */
export const hostileArchives: StrangerOptions['archives'] = [
  { table: 'a', rows: 3_000_000 },
  { table: 'zerver_realm', rows: 116_000_000 },
]

type Outcomes = Record<string, string>

/** A worker gets half a CPU beside the tests of others, and the largest archive takes it a minute and a half. */
const patienceMs = 900_000
const samplePauseMs = 100
const mailDomain = 'chat.parley.test'

/** Sends hostile mails to a worker one by one, then all of them and hostile archives at once, and measures what this costs. */
export async function sufferStrangers(options: StrangerOptions): Promise<StrangerFigures[]> {
  const stores = await createTestStores()
  const imap = new ImapServer()
  const folder = await makeOwnFolder('strangers')
  const undo: (() => unknown)[] = [() => stores.remove(), () => removeOwnFolder(folder)]
  try {
    await imap.open()
    undo.push(() => imap.close())
    const [port] = exactly(await ownPorts(1), 1)
    const worker = await Worker.start(stores, {
      ...{ MAIL_IN_ADDRESS: `%s@${mailDomain}`, MAIL_IN_PORT: String(port) },
      ...{ MAIL_IN_IMAP_URL: imap.url, MAIL_IN_MAX_MIB: String(options.mib) },
      UPLOADS_DIR: folder,
      NODE_OPTIONS: `--require ${join(__dirname, 'turns-on-signal.js')}`,
    })
    undo.push(() => worker.kill())
    const database = openTestDatabase(stores)
    undo.push(() => database.close())
    const watch = new Watch(worker)
    undo.push(() => watch.end())
    return await new Siege({ worker, watch, database, imap, port, options }).lay()
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

type Watched = Pick<
  StrangerFigures,
  'cpuMs' | 'longestTurnMs' | 'longestHealthMs' | 'healthFailures' | 'workerMib' | 'childrenMib'
>

/** Measures a worker from outside: its main thread, its memory, and its answers to another process. */
class Watch {
  private readonly poller: ChildProcess
  private readonly sampling: NodeJS.Timeout
  private peak = { workerMib: 0, childrenMib: 0 }
  private readonly turns: ((line: { cpuMs: number; longestMs: number }) => void)[] = []

  constructor(private readonly worker: Worker) {
    this.poller = fork(join(__dirname, 'health-poller.js'), [worker.url])
    this.sampling = setInterval(() => this.sample(), samplePauseMs)
    const { stdout } = worker.process
    if (!stdout) throw new Error('The worker has no output.')
    createInterface({ input: stdout }).on('line', (line) => {
      if (!line.startsWith('{"msg":"turns"')) return
      const figures = shapedLike(JSON.parse(line), { cpuMs: 0, longestMs: 0 })
      for (const resolve of this.turns.splice(0)) resolve(figures)
    })
  }

  /** The figures since the last call. */
  async take(): Promise<Watched> {
    const turns = new Promise<{ cpuMs: number; longestMs: number }>((resolve) => {
      this.turns.push(resolve)
    })
    this.worker.process.kill('SIGUSR2')
    const health = once(this.poller, 'message') as Promise<
      [{ longestMs: number; answers: number; failures: number }]
    >
    this.poller.send('tell')
    const [{ cpuMs, longestMs }, [polled]] = await Promise.all([turns, health])
    const figures = {
      ...{ cpuMs: Math.round(cpuMs), longestTurnMs: Math.round(longestMs) },
      ...{ longestHealthMs: Math.round(polled.longestMs), healthFailures: polled.failures },
      ...this.peak,
    }
    this.peak = { workerMib: 0, childrenMib: 0 }
    return figures
  }

  async end(): Promise<void> {
    clearInterval(this.sampling)
    const exited = once(this.poller, 'exit')
    this.poller.disconnect()
    await exited
  }

  private sample(): void {
    const { pid = 0 } = this.worker.process
    const children = childrenOf(pid).map(residentMib)
    this.peak = {
      workerMib: Math.max(this.peak.workerMib, residentMib(pid)),
      childrenMib: Math.max(
        this.peak.childrenMib,
        children.reduce((sum, each) => sum + each, 0),
      ),
    }
  }
}

/** The processes that the threads of a process have started. */
function childrenOf(pid: number): number[] {
  try {
    const lists = readdirSync(`/proc/${pid}/task`).map((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'),
    )
    return lists.join(' ').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** Memory of a process; 0 if it has ended. */
function residentMib(pid: number): number {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kib ?? 0) / 1_024)
  } catch {
    return 0
  }
}

interface Scene {
  worker: Worker
  watch: Watch
  database: Database
  imap: ImapServer
  port: number
  options: StrangerOptions
}

class Siege {
  private ids = 0

  constructor(private readonly scene: Scene) {}

  async lay(): Promise<StrangerFigures[]> {
    const { worker, options } = this.scene
    const owner = await ownerAt(worker)
    const address = await this.addressOf(owner)
    const mails = hostileMails(options.mib)
    const figures: StrangerFigures[] = []
    // The modules that the first mail loads are not counted.
    await this.send(address, { name: 'first', raw: Buffer.from('Subject: first\r\n\r\nx\r\n') })
    for (const mail of options.alone ? mails : []) {
      figures.push(await this.measure(mail.name, () => this.send(address, mail)))
    }
    const attachment = mails.at(-1)
    if (options.alone && attachment)
      figures.push(await this.measure('by IMAP', () => this.putInMailbox(address, attachment)))
    figures.push(await this.measure('all at once', () => this.sendAll(owner, address, mails)))
    return figures
  }

  private async measure(name: string, work: () => Promise<Outcomes>): Promise<StrangerFigures> {
    const { watch, options } = this.scene
    await watch.take()
    const outcomes = await work()
    const figures = { name, ...(await watch.take()), outcomes }
    options.say?.(lineOf(figures))
    return figures
  }

  private async sendAll(
    owner: Person,
    address: string,
    mails: readonly HostileMail[],
  ): Promise<Outcomes> {
    const imports = this.importAll(owner)
    const sent = mails.map((mail) => this.send(address, mail))
    const outcomes = await Promise.all([...sent, imports])
    return Object.assign({}, ...outcomes) as Outcomes
  }

  /** An organization has one import at a time. */
  private async importAll(owner: Person): Promise<Outcomes> {
    const outcomes: Outcomes = {}
    for (const { table, rows } of this.scene.options.archives) {
      const bytes = await archiveOfEmptyRows(table, rows)
      Object.assign(outcomes, await this.import(owner, bytes))
    }
    return outcomes
  }

  private async import(owner: Person, bytes: Buffer): Promise<Outcomes> {
    const { import: job } = await owner.call('POST /import/realm', {
      file_name: 'archive.tar.gz',
      bytes: bytes.length,
    })
    const { id, part_bytes } = job
    const size = part_bytes ?? bytes.length
    for (let number = 0; number * size < bytes.length; number += 1) {
      const part = bytes.subarray(number * size, (number + 1) * size)
      const { status, body } = await owner.upload(
        `/import/realm/${id}/parts/${number}`,
        part,
        'part',
      )
      if (status !== 200) throw new Error(`The part was not taken: ${JSON.stringify(body)}`)
    }
    const find = () =>
      this.scene.database.query
        .selectFrom('import_jobs')
        .select(['state', 'error', 'ended_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const isOver = async () => {
      const { state, ended_at } = await find()
      return state === 'checked' || ended_at !== null
    }
    await untilHolds(`the import ${id} has ended`, isOver, patienceMs)
    const { state, error } = await find()
    return { [`archive of ${Math.ceil(bytes.length / 1_000)} kB`]: `${state}: ${error ?? ''}` }
  }

  private async addressOf(owner: Person): Promise<string> {
    const [stream] = (await owner.call('GET /streams')).streams
    const { email } = await owner.call('GET /streams/{stream_id}/email_address', {
      stream_id: stream?.stream_id ?? 0,
    })
    return email
  }

  private putInMailbox(address: string, { name, raw: body }: HostileMail): Promise<Outcomes> {
    const { id, raw } = this.withId(body, address)
    this.scene.imap.deliver(raw.toString('latin1'))
    return this.endOfMail(name, id)
  }

  /** Sends a mail by SMTP, again while the server has too many, and waits for its end. */
  private async send(address: string, { name, raw: body }: HostileMail): Promise<Outcomes> {
    const { id, raw } = this.withId(body, address)
    const envelope = { from: 'zoe@example.org', to: address }
    const transport = createTransport({ host: '127.0.0.1', port: this.scene.port, ignoreTLS: true })
    let refusal = ''
    const isOver = async (): Promise<boolean> => {
      try {
        await transport.sendMail({ envelope, raw })
        return true
      } catch (error) {
        const { responseCode = 0, message } = shapedLike(error, {
          message: '',
          responseCode: maybe(0),
        })
        if (responseCode >= 500) refusal = message
        return refusal !== ''
      }
    }
    await untilHolds(`${name} is taken`, isOver, patienceMs)
    transport.close()
    return refusal === '' ? this.endOfMail(name, id) : { [name]: refusal }
  }

  private withId(raw: Buffer, address: string): { id: string; raw: Buffer } {
    this.ids += 1
    const id = `<${this.ids}@example.org>`
    const headers = Buffer.from(`Message-ID: ${id}\r\nTo: ${address}\r\n`)
    return { id, raw: Buffer.concat([headers, raw]) }
  }

  private async endOfMail(name: string, id: string): Promise<Outcomes> {
    const find = () =>
      this.scene.database.query
        .selectFrom('incoming_mails')
        .select(['outcome', 'reason'])
        .where('mail_hash', '=', createHash('sha256').update(id).digest('base64url'))
        .executeTakeFirst()
    const isOver = async () => ((await find())?.outcome ?? null) !== null
    await untilHolds(`the mail ${name} has ended`, isOver, patienceMs)
    const { outcome, reason } = (await find()) ?? {}
    return { [name]: reason ? `${outcome}: ${reason}` : String(outcome) }
  }
}

function lineOf({ name, outcomes, ...figures }: StrangerFigures): string {
  const ends = Object.entries(outcomes).map(([each, end]) => `  ${each}: ${end}`)
  return [
    `${name}: main thread ${figures.cpuMs} ms of CPU, longest turn ${figures.longestTurnMs} ms, longest /health ${figures.longestHealthMs} ms ` +
      `(${figures.healthFailures} failed), worker ${figures.workerMib} MiB, its processes ${figures.childrenMib} MiB`,
    ...ends,
  ].join('\n')
}
