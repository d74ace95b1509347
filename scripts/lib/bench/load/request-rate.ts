import { callAll } from './callers'
import type { RequestsResult, RequestsSpec } from './protocol'
import { deleteQueueRequest, getRequest, queueIdOf, registerRequest } from './requests'
import { Samples } from './statistics'

/**
 * Requests per second when every connection sends its next one as soon as it has its answer. What
 * was registered is deleted afterwards, outside the measurement.
 *
 * @throws when one is not answered with 200
 */
export async function measureRequests(spec: RequestsSpec): Promise<RequestsResult> {
  const { addresses, accounts, connections, kind } = spec
  const registered: { queueId: string; authorization: string }[] = []
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
  await callAll(addresses, connections, (connection, address) => {
    const queue = registered.pop()
    if (!queue) return undefined
    const { queueId, authorization } = queue
    return connection.call(deleteQueueRequest(queueId, { address, authorization })).then(() => {})
  })
  return {
    requests: latencies.size,
    seconds,
    latencyMs: latencies.percentiles(),
    loadCpuSeconds: (user + system) / 1e6,
  }
}

const PROFILE_PATH = '/api/v1/users/me'
