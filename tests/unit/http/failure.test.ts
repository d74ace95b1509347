import type { Logger } from 'pino'
import { explainFailure } from '../../../src/server/http/answers/failure'
import type { Exchange } from '../../../src/server/http/pipeline/exchange'
import { FileStoreAwayError, RedisAwayError } from '../../../src/server/lib/store-away'

describe('the error for an unavailable store', () => {
  const logged: string[] = []
  const log = { warn: (_facts: unknown, text: string) => logged.push(text) } as unknown as Logger
  const exchange = { id: '1', notes: {}, signal: { aborted: false } } as unknown as Exchange
  const explained = (error: Error) => explainFailure(log, exchange, error)
  const away = { status: 503, code: 'SERVICE_UNAVAILABLE', headers: { 'Retry-After': '1' } }
  beforeEach(() => logged.splice(0))

  it('mentions events for Redis, whose connection writes the log', () => {
    expect(explained(new RedisAwayError('connect ECONNREFUSED'))).toMatchObject({
      ...away,
      message: 'Events are unavailable at the moment. Please try again.',
      fields: {},
    })
    expect(logged).toEqual([])
  })

  it.each([
    Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    new FileStoreAwayError('GET a/b: no answer'),
  ])('gives no details for other stores: %s', (error) => {
    expect(explained(error)).toMatchObject({
      ...away,
      message: 'The server is not available at the moment. Please try again.',
      fields: {},
    })
    expect(logged).toEqual(['a store is away'])
  })
})
