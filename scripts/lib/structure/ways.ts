import { Session } from 'node:inspector/promises'
import { setTimeout as delay } from 'node:timers/promises'
import path from 'node:path'
import type * as ConfigModule from '../../../src/server/config/config'
import type * as WorkerModule from '../../../src/server/start/worker'
import { makeTemporaryStores } from '../bench/temporary-stores'

export const wayNames = ['send', 'send to a waiting poll', 'poll', 'registration', 'edit'] as const
export type WayName = (typeof wayNames)[number]

export interface Way {
  /** Files that run in neither `GET /users/me` nor an idle worker. */
  own: string[]
  shared: string[]
}

const dist = path.resolve(__dirname, '../../../dist')
const owner = { email: 'owner@structure.test', apiKey: 'structurestructurestructure00000' }
/** Time for the aftermath of a request to settle: the relay, the next poll of a queue. */
const settleMs = 150
/** Time in which all background jobs of an idle worker run. */
const idleMs = 7_000

/**
 * The files of `dist` with a function that ran while a request was served, as V8 counts calls. The worker is
 * in this process, on stores of its own, and has served each kind of request before.
 */
export async function measureWays(): Promise<Record<WayName, Way>> {
  const stores = await makeTemporaryStores()
  try {
    const { readConfig } = (await import(
      path.join(dist, 'server/config/config.js')
    )) as typeof ConfigModule
    const { startWorker } = (await import(
      path.join(dist, 'server/start/worker.js')
    )) as typeof WorkerModule
    const worker = await startWorker(
      readConfig({
        ...stores.settings,
        PORT: '0',
        LOG_LEVEL: 'silent',
        RATE_LIMIT: 'off',
        POLL_RATE_LIMIT: 'off',
        PARLEY_OWNER_EMAIL: owner.email,
        PARLEY_OWNER_API_KEY: owner.apiKey,
      }),
    )
    try {
      return await walk(worker)
    } finally {
      await worker.close()
    }
  } finally {
    await stores.remove()
  }
}

async function walk(worker: WorkerModule.Worker): Promise<Record<WayName, Way>> {
  const call = caller(`http://127.0.0.1:${worker.port}/api/v1`)
  const send = (): Promise<Answer> =>
    call('POST', '/messages', { type: 'stream', to: 'ways', topic: 'one', content: 'Hello *all*' })
  const register = (): Promise<Answer> => call('POST', '/register', {})
  const edit = (id: number, content: string): Promise<Answer> =>
    call('PATCH', `/messages/${id}`, { content })

  await call('POST', '/users/me/subscriptions', { subscriptions: '[{"name":"ways"}]' })
  const { id } = await send()
  for (const content of ['first', 'second']) {
    await Promise.all([call('GET', '/users/me'), send(), edit(id as number, content), register()])
  }
  const queue = await call('POST', '/register', { event_types: '["message"]' })
  const poll = (lastEventId: unknown): Promise<Answer> =>
    call(
      'GET',
      `/events?queue_id=${String(queue['queue_id'])}&last_event_id=${String(lastEventId)}`,
    )
  await send()
  const { events } = (await poll(-1)) as { events: { id: number }[] }

  const filesOf = await watchCalls()
  const common = new Set([
    ...(await filesOf(async () => delay(idleMs))),
    ...(await filesOf(async () => call('GET', '/users/me'))),
  ])
  const wayOf = async (request: () => Promise<unknown>): Promise<Way> => {
    const files = await filesOf(request)
    return {
      own: files.filter((file) => !common.has(file)),
      shared: files.filter((file) => common.has(file)),
    }
  }

  const sending = await wayOf(send)
  const last = ((await poll(events.at(-1)?.id)) as { events: { id: number }[] }).events.at(-1)
  let waiting: Promise<Answer> | undefined
  const polling = await wayOf(async () => {
    waiting = poll(last?.id)
  })
  const sendingToPoll = await wayOf(send)
  await waiting
  return {
    send: sending,
    'send to a waiting poll': sendingToPoll,
    poll: polling,
    registration: await wayOf(register),
    edit: await wayOf(() => edit(id as number, 'third')),
  }
}

type Answer = Record<string, unknown>

function caller(base: string) {
  const Authorization = `Basic ${Buffer.from(`${owner.email}:${owner.apiKey}`).toString('base64')}`
  return async (method: string, target: string, form?: Record<string, string>): Promise<Answer> => {
    const body = form && new URLSearchParams(form)
    const response = await fetch(base + target, {
      method,
      headers: { Authorization },
      ...(body && { body }),
    })
    const answer = (await response.json()) as Answer
    if (answer['result'] === 'success') return answer
    throw new Error(`${method} ${target}: ${JSON.stringify(answer)}`)
  }
}

/**
 * Answers a function that lists the files, without extension, that ran between the start of some work and its
 * settling.
 */
async function watchCalls(): Promise<(work: () => Promise<unknown>) => Promise<string[]>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return async (work) => {
    await delay(settleMs)
    await session.post('Profiler.takePreciseCoverage')
    await work()
    await delay(settleMs)
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ url }) => url.startsWith(`file://${dist}/`) || url.startsWith(`${dist}/`))
      .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
      .map(({ url }) => url.slice(url.indexOf(dist) + dist.length + 1).replace(/\.js$/, ''))
      .sort()
  }
}
