import { execFileSync } from 'node:child_process'
import { chown } from 'node:fs/promises'
import { Client } from 'pg'
import { findPostgres } from './binaries'
import type { PostgresBinaries } from './binaries'
import { firstOf } from './checked'
import { OwnDisk } from './own-disk'
import { makeDatabaseFolder, removeOwnFolder } from './own-folder'
import { ownPorts } from './own-ports'
import { OwnProcess } from './own-process'
import { untilHolds } from './until'

/** Enough for a run of some minutes. */
const diskMegabytes = 512
const user = 'parley'
const database = 'parley'

/**
 * Ways to stop PostgreSQL: `immediate`, with recovery at the next start; or `fast`, which ends its sessions
 * first.
 */
export type PostgresStop = 'immediate' | 'fast'
const stopSignals = { immediate: 'SIGQUIT', fast: 'SIGINT' } as const

/** PostgreSQL refuses to run as root. */
type Account = { uid: number; gid: number } | undefined

/** Settings of PostgreSQL by name. */
type Settings = Readonly<Record<string, string | number>>

export interface OwnPostgresOptions {
  /** Whether it has a small disk, which {@link OwnPostgres.fillDisk} fills; for root only. */
  hasOwnDisk?: boolean
  /** Whether it also listens at a Unix socket, which {@link OwnPostgres.socketUrl} names. */
  hasSocket?: boolean
  locale?: string
  /** Further settings. */
  settings?: Settings
}

/** A private PostgreSQL of a test, to be stopped, restarted and made read-only. Keeps its port. */
export class OwnPostgres {
  private process: OwnProcess

  private constructor(
    readonly port: number,
    private readonly binaries: PostgresBinaries,
    private readonly place: { folder: string; disk: OwnDisk | undefined },
    private readonly account: Account,
    private readonly further: Settings,
  ) {
    this.process = this.launch()
  }

  /** @throws when PostgreSQL's programs are not installed, or there is no account to run them */
  static async start(options: OwnPostgresOptions = {}): Promise<OwnPostgres> {
    const { hasOwnDisk = false, hasSocket = false, locale = 'C', settings: given = {} } = options
    const binaries = findPostgres()
    if (!binaries) throw new Error('PostgreSQL is not installed.')
    const account = accountOfPostgres()
    const folder = await makeDatabaseFolder('postgres')
    const settings = { ...given, ...(hasSocket && { unix_socket_directories: folder }) }
    const disk = hasOwnDisk ? OwnDisk.mount(folder, diskMegabytes) : undefined
    if (account) await chown(folder, account.uid, account.gid)
    await initialize(binaries, { folder, locale }, account)
    for (let triesLeft = 3; ; triesLeft--) {
      const port = firstOf(await ownPorts(1))
      const place = { folder, disk }
      const postgres = new OwnPostgres(port, binaries, place, account, settings)
      try {
        await postgres.untilReady()
        await postgres.manage(`create database ${database}`)
        return postgres
      } catch (error) {
        // Another process may have taken the port since it was found free.
        if (triesLeft === 0 || postgres.process.isRunning) throw error
      }
    }
  }

  /** Address of its database, which is empty at first. */
  get url(): string {
    return this.urlOf(database)
  }

  /**
   * The same address by its Unix socket, where a statement costs both sides less CPU than over TCP. Proxies still find
   * host and port in it.
   */
  get socketUrl(): string {
    return `${this.url}?host=${encodeURIComponent(this.place.folder)}`
  }

  async stop(how: PostgresStop): Promise<void> {
    await this.process.end(stopSignals[how])
  }

  /** Stops it and its sessions in mid-step; see {@link OwnProcess.pause}. */
  pause(): () => void {
    return this.process.pause()
  }

  /** Restarts it after {@link stop}, with all its data. */
  async start(): Promise<void> {
    this.process = this.launch()
    await this.untilReady()
  }

  /** Imitates a standby during a failover, or a full disk: reads succeed and writes fail. */
  async setReadOnly(isReadOnly: boolean): Promise<void> {
    const value = isReadOnly ? 'on' : 'off'
    await this.manage(`alter database ${database} set default_transaction_read_only = ${value}`)
    // Open sessions keep their old setting.
    await this.manage(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
    )
  }

  /** Leaves no byte for writes. PostgreSQL continues without writes, or ends. */
  async fillDisk(): Promise<void> {
    await this.place.disk?.fill()
  }

  /**
   * Frees the disk, and starts PostgreSQL if it has ended.
   * @returns whether it had ended
   */
  async freeDisk(): Promise<boolean> {
    await this.place.disk?.free()
    const hasEnded = !this.process.isRunning
    if (hasEnded) this.process = this.launch()
    await this.untilReady()
    return hasEnded
  }

  /** The rows of a statement. */
  query<Row>(statement: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.run<Row>(statement, { values })
  }

  async remove(): Promise<void> {
    await this.stop('immediate')
    this.place.disk?.unmount()
    await removeOwnFolder(this.place.folder)
  }

  /** For statements about the server or the database as a whole. */
  private async manage(statement: string): Promise<void> {
    await this.run(statement, { of: 'postgres' })
  }

  private async run<Row>(
    statement: string,
    { of = database, values = [] }: { of?: string; values?: readonly unknown[] },
  ): Promise<Row[]> {
    const client = new Client(this.urlOf(of))
    // A lost connection would otherwise end the process.
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(statement, [...values])).rows as Row[]
    } finally {
      await client.end()
    }
  }

  private urlOf(name: string): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${name}`
  }

  private launch(): OwnProcess {
    const settings = {
      listen_addresses: '127.0.0.1',
      port: this.port,
      unix_socket_directories: '',
      max_connections: 200,
      // The data need not survive a crash of the machine; a crash of PostgreSQL they do survive.
      fsync: 'off',
      ...(this.place.disk && { max_wal_size: `${diskMegabytes / 4}MB`, min_wal_size: '32MB' }),
      ...this.further,
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    return new OwnProcess({
      command: this.binaries.postgres,
      args: ['-D', this.place.folder, ...args],
      account: this.account,
    })
  }

  private async untilReady(): Promise<void> {
    const endsFirst = this.process.exited.then((code) => {
      throw new Error(`postgres has ended (${code})`)
    })
    const answers = untilHolds(`PostgreSQL answers at port ${this.port}`, async () => {
      if (this.process.isRunning) await this.manage('select 1')
      return true
    })
    await Promise.race([answers, endsFirst])
  }
}

async function initialize(
  { initdb }: PostgresBinaries,
  { folder, locale }: { folder: string; locale: string },
  account: Account,
): Promise<void> {
  const said: string[] = []
  const making = new OwnProcess({
    command: initdb,
    args: [
      ...['-D', folder, '-U', user, '-A', 'trust', '-E', 'UTF8'],
      ...[`--locale=${locale}`, '--no-sync'],
    ],
    account,
    onLine: (line) => said.push(line),
  })
  if ((await making.exited) !== 0) throw new Error(`initdb failed:\n${said.join('\n')}`)
}

/** The current account; for root the `postgres` account of the packages. */
function accountOfPostgres(): Account {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string): number => Number(execFileSync('id', [option, 'postgres']))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
