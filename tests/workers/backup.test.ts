import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findDumpPrograms, findPostgres, findRedisServer } from '../support/binaries'
import { asRecord, present, shapedLike } from '../support/checked'
import { Commands } from '../support/commands/commands'
import { expectSuccess } from '../support/expectations'
import { makeOwnFolder, removeOwnFolder } from '../support/own-folder'
import { OwnPostgres } from '../support/own-postgres'
import { OwnRedis } from '../support/own-redis'
import { Person } from '../support/person'
import type { ReceivedEvent } from '../support/person'
import { describeWith } from '../support/services'
import { uploadedBy } from '../support/uploads'
import { ownerAt, Worker } from '../support/workers'

const run = promisify(execFile)
const programs = findDumpPrograms()
const isThere = findPostgres() !== undefined && programs !== undefined && findRedisServer()

/** A server with stores of its own, which begin empty. */
interface Stack {
  postgres: OwnPostgres
  redis: OwnRedis
  settings: Record<string, string>
  uploads: string
}

describeWith(
  { name: 'PostgreSQL with pg_dump, or Redis', url: isThere ? 'programs' : undefined },
  'a backup',
  () => {
    let folder: string
    const stacks: Stack[] = []
    const workers: Worker[] = []
    const commands = new Commands()
    beforeAll(async () => {
      folder = await makeOwnFolder('backup')
    })
    afterAll(async () => {
      for (const worker of workers) await worker.kill()
      await commands.end()
      for (const { postgres, redis } of stacks) {
        await postgres.remove()
        await redis.remove()
      }
      await removeOwnFolder(folder)
    })

    async function makeStack(): Promise<Stack> {
      const [postgres, redis] = await Promise.all([OwnPostgres.start(), OwnRedis.start()])
      const uploads = join(folder, `uploads-${stacks.length}`)
      await mkdir(uploads)
      const settings = {
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
        UPLOADS_DIR: uploads,
      }
      const stack = { postgres, redis, settings, uploads }
      stacks.push(stack)
      return stack
    }

    async function serve({ settings }: Stack): Promise<Worker> {
      const worker = await Worker.start({ settings, searchPath: 'public' } as never)
      workers.push(worker)
      return worker
    }

    async function parley(settings: Record<string, string>, ...args: string[]): Promise<object> {
      const { code, stdout, stderr } = await commands.run(settings, ...args, '--json')
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return asRecord(JSON.parse(stdout))
    }

    const ways = {
      pg_dump: {
        async dump({ postgres }: Stack, file: string) {
          await run(present(programs, 'programs').dump, [
            '--format=custom',
            `--file=${file}`,
            postgres.url,
          ])
        },
        async restore({ postgres }: Stack, file: string) {
          await run(present(programs, 'programs').restore, [
            '--no-owner',
            `--dbname=${postgres.url}`,
            file,
          ])
        },
      },
      'parley export-database': {
        dump: ({ settings }: Stack, file: string) => parley(settings, 'export-database', file),
        restore: ({ settings }: Stack, file: string) => parley(settings, 'import-database', file),
      },
    }

    it.each(Object.entries(ways))(
      'has all that was accepted before it: %s, made under load',
      async (name, way) => {
        const first = await makeStack()
        const worker = await serve(first)
        const owner = await ownerAt(worker)
        const queue = await owner.register()
        const upload = await uploadedBy(owner, 'kept.txt', Buffer.from('kept'))

        const accepted: number[] = []
        const over = new AbortController()
        const sender = async (number: number) => {
          while (!over.signal.aborted) {
            accepted.push(await owner.send('general', `load ${number}`, `message of ${number}`))
          }
        }
        await owner.send('general', 'files', `[kept](${upload})`)
        const senders = [1, 2, 3, 4].map(sender)
        while (accepted.length < 100) await owner.get('/users/me')
        const before = [...accepted]
        const file = join(folder, `${name.replace(/\W/g, '-')}.dump`)
        await way.dump(first, file)
        over.abort()
        await Promise.all(senders)
        // After the database: whatever the dump names is there.
        const second = await makeStack()
        await cp(first.uploads, second.uploads, { recursive: true })
        await worker.kill()

        // Into a stack that has nothing, an empty Redis included.
        await way.restore(second, file)
        const restored = await serve(second)
        const again = new Person(restored.url, owner.id, owner.email, owner.apiKey, 'Owner')
        const { messages } = await again.call('GET /messages', {
          ...{ anchor: 'oldest', num_before: 0, num_after: 5000, apply_markdown: false },
          narrow: [['sender', owner.email]],
        })
        const found = new Set(messages.map(({ id }) => id))
        expect(before.filter((id) => !found.has(id))).toEqual([])
        expect(expectSuccess(await again.get('/attachments'))['attachments']).toHaveLength(1)
        expect((await again.file(upload)).status).toBe(200)

        // Clients of before find their queues gone, register, and miss nothing from then on.
        await expect(again.pollNow(queue)).rejects.toThrow('BAD_EVENT_QUEUE_ID')
        const anew = await again.register({ event_types: ['message'] })
        const id = await again.send('general', 'after', 'the restore')
        expect(id).toBeGreaterThan(Math.max(...found))
        // Events in the outbox at the time of the dump may arrive before it once more.
        const isNew = ({ message }: ReceivedEvent) => shapedLike(message, { id: 0 }).id === id
        const told = (await again.pollUntil(anew, isNew)).map(
          ({ message }) => shapedLike(message, { id: 0 }).id,
        )
        expect(told.filter((each) => !found.has(each))).toEqual([id])
        // The first start after it makes no second organization.
        expect(await parley(second.settings, 'list-realms')).toMatchObject({
          realms: [{ string_id: '', people: 1 }],
        })
      },
    )
  },
)
