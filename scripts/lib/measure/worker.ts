import type { Figure } from './figures'
import { measureRate } from './load'
import type { Load } from './load'
import { owner, startMeasuredServer } from './measured-server'
import { makeTemporaryStores } from './temporary-stores'
import type { TemporaryStores } from './temporary-stores'

const RUNS = 3

/** One worker with PostgreSQL and Redis; without them it says what it left out. */
export async function measureWorker(): Promise<Figure[]> {
  let stores: TemporaryStores
  try {
    stores = await makeTemporaryStores()
  } catch (error) {
    console.error(`Without PostgreSQL and Redis there are no figures of a worker: ${String(error)}`)
    return []
  }
  try {
    return await measureOn(stores)
  } finally {
    await stores.remove()
  }
}

async function measureOn({ settings }: TemporaryStores): Promise<Figure[]> {
  const server = await startMeasuredServer(settings)
  try {
    const credentials = `${owner.email}:${owner.apiKey}`
    const profile = await measureThrice({
      method: 'GET',
      url: `${server.url}/api/v1/users/me`,
      credentials,
    })
    const send = await measureThrice({
      method: 'POST',
      url: `${server.url}/api/v1/messages`,
      credentials,
      body: 'type=stream&to=general&topic=measure&content=How+fast+is+*this*%3F',
    })
    return [
      { name: 'one worker, GET /users/me', unit: 'requests/s', runs: profile },
      { name: 'one worker, POST /messages', unit: 'requests/s', runs: send },
    ]
  } finally {
    await server.stop()
  }
}

async function measureThrice(load: Load): Promise<number[]> {
  const runs: number[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await measureRate(load))
  return runs
}
