import { setImmediate as nextTurn } from 'node:timers/promises'
import { createLog } from '../../../src/server/lib/log'
import { createMetrics } from '../../../src/server/lib/metrics'
import { RequestLog } from '../../../src/server/lib/request-log'
import { asRecord, elementAt, exactly, firstOf } from '../../support/checked'

describe('the lines of requests in the log', () => {
  function logAt(logLevel: 'info' | 'warn') {
    const written: string[] = []
    const write = (text: string) => void written.push(text)
    return { written, log: createLog({ logLevel, workerId: 'w "1"' }, { write }) }
  }

  it('have the format of the logger, and lines of one turn are written together', async () => {
    const { written, log } = logAt('info')
    const requests = new RequestLog(log)
    const facts = { requestId: 'a-1', url: '/x?y="z"', status: 200, client: undefined }
    requests.write(facts)
    requests.write({ ...facts, requestId: 'a-2' })
    await nextTurn()
    log.info(facts, 'request')
    expect(written).toHaveLength(2)
    const [first, second] = exactly(firstOf(written).trimEnd().split('\n'), 2)
    const withoutTime = (line: string) => ({ ...asRecord(JSON.parse(line)), time: 'some' })
    expect(withoutTime(first)).toEqual(withoutTime(elementAt(written, 1)))
    expect(JSON.parse(second)).toMatchObject({ requestId: 'a-2', worker: 'w "1"' })
  })

  it('are not written if the log level excludes them', async () => {
    const { written, log } = logAt('warn')
    new RequestLog(log).write({ requestId: 'a-1' })
    await nextTurn()
    expect(written).toEqual([])
  })
})

describe('the times of requests', () => {
  it('are a histogram by method, endpoint and status', async () => {
    const { registry, httpRequests } = createMetrics()
    for (const seconds of [0.001, 0.005, 0.3, 100]) {
      httpRequests.observe('GET', '/api/v1/events', 200, seconds)
    }
    httpRequests.observe('GET', '/api/v1/events', 400, 0.02)
    const text = await registry.metrics()
    const labels = 'method="GET",endpoint="/api/v1/events",status="200"'
    expect(text).toContain('# TYPE parley_http_request_seconds histogram')
    for (const [le, count] of [
      ['0.005', 2],
      ['0.01', 2],
      ['0.5', 3],
      ['90', 3],
      ['+Inf', 4],
    ]) {
      expect(text).toContain(`parley_http_request_seconds_bucket{le="${le}",${labels}} ${count}\n`)
    }
    expect(text).toContain(`parley_http_request_seconds_sum{${labels}} 100.306\n`)
    expect(text).toContain(`parley_http_request_seconds_count{${labels}} 4\n`)
    expect(text).toContain('status="400"} 1\n')
  })
})
