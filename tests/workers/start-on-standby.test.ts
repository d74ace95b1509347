import { findPostgres } from '../support/binaries'
import { built } from '../support/built-server'
import { ownerApiKey, ownerPassword } from '../support/config'
import { OwnPostgres } from '../support/own-postgres'
import { OwnProcess } from '../support/own-process'
import { describeWith } from '../support/services'

const needs = { name: "PostgreSQL's programs", url: findPostgres()?.postgres }

describeWith(needs, 'a worker that starts while PostgreSQL takes no changes', () => {
  let postgres: OwnPostgres
  let worker: OwnProcess

  beforeAll(async () => {
    postgres = await OwnPostgres.start()
  })
  afterAll(async () => {
    await worker.end()
    await postgres.remove()
  })

  it('waits until PostgreSQL takes changes', async () => {
    await postgres.setReadOnly(true)
    const logged = await startWorker(postgres)
    await logged('waiting for PostgreSQL')
    await postgres.setReadOnly(false)
    await logged('started')
  })

  /** Starts the worker; answers a function that waits for a line of its log. */
  async function startWorker({ url }: OwnPostgres): Promise<(msg: string) => Promise<void>> {
    const lines: string[] = []
    let onChange = (): void => undefined
    worker = new OwnProcess({
      command: process.execPath,
      args: [built('main.js')],
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: url,
        PORT: '0',
        PARLEY_OWNER_PASSWORD: ownerPassword,
        PARLEY_OWNER_API_KEY: ownerApiKey,
      },
      onLine: (line) => {
        lines.push(line)
        onChange()
      },
    })
    void worker.exited.then(() => onChange())
    return (msg) =>
      new Promise((resolve, reject) => {
        onChange = () => {
          if (lines.some((line) => line.includes(`"msg":"${msg}"`))) resolve()
          else if (!worker.isRunning) reject(new Error(`It ended:\n${lines.join('\n')}`))
        }
        onChange()
      })
  }
})
