import { callAll } from './callers'
import type { Address, RequestsResult, RequestsSpec, RequestTemplate } from './protocol'
import { deleteQueueRequest, queueIdOf, registerPath, requestOf } from './requests'
import { Samples } from './statistics'

const deleteConnections = 8

let registered: { queueId: string; authorization: string; host: string | undefined }[] = []

/**
 * Requests per second when every connection sends its next one as soon as it has its answer. Registered
 * queues live on until `deleteRegistered`.
 *
 * @throws when a status is not 200
 */
export async function measureRequests(spec: RequestsSpec): Promise<RequestsResult> {
  const { addresses, accounts, connections, requests, host } = spec
  const latencies = new Samples()
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const endsAt = startedAt + spec.seconds * 1_000
  let turn = 0
  let bytes = 0
  await callAll(addresses, connections, (connection, address) => {
    const sentAt = performance.now()
    if (sentAt > endsAt) return undefined
    const authorization = accounts[turn % accounts.length] as string
    const request = requests[turn % requests.length] as RequestTemplate
    turn += 1
    return connection.call(requestOf(request, { address, authorization, host })).then((body) => {
      latencies.add(performance.now() - sentAt)
      bytes += body.length
      const isRegistration = request.path === registerPath
      const queueId = isRegistration ? queueIdOf(body) : undefined
      if (queueId !== undefined) registered.push({ queueId, authorization, host })
    })
  })
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    requests: latencies.size,
    bytesPerAnswer: bytes / latencies.size,
    seconds,
    latencyMs: latencies.percentiles(),
    loadCpuSeconds: (user + system) / 1e6,
  }
}

export async function deleteRegistered(addresses: Address[]): Promise<void> {
  const queues = registered
  registered = []
  await callAll(addresses, deleteConnections, (connection, address) => {
    const queue = queues.pop()
    if (!queue) return undefined
    const { queueId, ...caller } = queue
    return connection.call(deleteQueueRequest(queueId, { address, ...caller })).then(() => {})
  })
}
