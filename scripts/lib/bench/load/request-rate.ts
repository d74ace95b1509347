import { callAll } from './callers'
import type { Address, RequestsResult, RequestsSpec } from './protocol'
import { deleteQueueRequest, getRequest, queueIdOf, registerRequest } from './requests'
import { Samples } from './statistics'

const PROFILE_PATH = '/api/v1/users/me'
const DELETE_CONNECTIONS = 8

let registered: { queueId: string; authorization: string }[] = []

/**
 * Requests per second when every connection sends its next one as soon as it has its answer. What
 * is registered lives on until `deleteRegistered`.
 *
 * @throws when one is not answered with 200
 */
export async function measureRequests(spec: RequestsSpec): Promise<RequestsResult> {
  const { addresses, accounts, connections, kind } = spec
  const latencies = new Samples()
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const endsAt = startedAt + spec.seconds * 1_000
  let turn = 0
  await callAll(addresses, connections, (connection, address) => {
    const sentAt = performance.now()
    if (sentAt > endsAt) return undefined
    const authorization = accounts[turn++ % accounts.length] as string
    const caller = { address, authorization }
    const isRegistration = kind === 'register'
    const request = isRegistration ? registerRequest(caller) : getRequest(PROFILE_PATH, caller)
    return connection.call(request).then((body) => {
      latencies.add(performance.now() - sentAt)
      const queueId = isRegistration ? queueIdOf(body) : undefined
      if (queueId !== undefined) registered.push({ queueId, authorization })
    })
  })
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    requests: latencies.size,
    seconds,
    latencyMs: latencies.percentiles(),
    loadCpuSeconds: (user + system) / 1e6,
  }
}

export async function deleteRegistered(addresses: Address[]): Promise<void> {
  const queues = registered
  registered = []
  await callAll(addresses, DELETE_CONNECTIONS, (connection, address) => {
    const queue = queues.pop()
    if (!queue) return undefined
    const { queueId, authorization } = queue
    return connection.call(deleteQueueRequest(queueId, { address, authorization })).then(() => {})
  })
}
