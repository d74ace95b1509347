import type { Logger } from 'pino'
import { explainFailure } from '../../../src/server/http/answers/failure'
import type { Exchange } from '../../../src/server/http/pipeline/exchange'
import { FileStoreAwayError, RedisAwayError } from '../../../src/server/lib/store-away'
import { partOf } from '../../support/stand-ins'

describe('the error for an unavailable store', () => {
  const logged: string[] = []
  const note = (_facts: unknown, text = '') => logged.push(text)
  const log = partOf<Logger>({ warn: note, error: note })
  const exchange = partOf<Exchange>({ id: '1', notes: {}, signal: { aborted: false } })
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
    Object.assign(new Error('could not extend file'), { code: '53100' }),
    Object.assign(new Error('write'), { code: 'ENOSPC' }),
    Object.assign(new Error('write'), { code: 'EDQUOT' }),
    new Error("OOM command not allowed when used memory > 'maxmemory'."),
    new Error(
      "ERR Error running script: @user_script: 7: -OOM command not allowed when used memory > 'maxmemory'.",
    ),
    new RedisAwayError("OOM command not allowed when used memory > 'maxmemory'."),
    new Error('MISCONF Errors writing to the AOF file: No space left on device'),
    new Error('could not store', { cause: Object.assign(new Error('write'), { code: 'ENOSPC' }) }),
  ])('says that a store is full: %s', (error) => {
    expect(explained(error)).toMatchObject({
      status: 507,
      code: 'INSUFFICIENT_STORAGE',
      message: 'The server has no space left. Please tell its operator.',
    })
    expect(logged).toEqual(['a store is full'])
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
