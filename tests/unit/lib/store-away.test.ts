import {
  FileStoreAwayError,
  isConnectionLoss,
  isStoreAway,
  RedisAwayError,
  StoreAwayError,
} from '../../../src/server/lib/store-away'
import { asError } from '../../support/checked'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

/** Errors after which the outcome of the last statement is unknown. */
const losses: Error[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ...[
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    '08006',
    '57P01',
    '57P02',
    '57P03',
    '53300',
    'ERR_STREAM_DESTROYED',
  ],
].map(withCode)
losses.push(
  ...[
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'timeout exceeded when trying to connect',
    'Received unexpected commandComplete message from backend.',
  ].map((message) => new Error(message)),
)

/** Errors that make a store unavailable while its connection is intact. */
const refusals = [
  ...['53100', '53200', '57014', '25006', '40001', '40P01'].map(withCode),
  ...[
    'driver has already been destroyed',
    'Query read timeout',
    'Connection is closed.',
    'Command timed out',
    "Stream isn't writeable and enableOfflineQueue options is false",
    'Reached the max retries per request limit (which is 0).',
    'READONLY You can not write against a read only replica.',
    'LOADING Redis is loading the dataset in memory',
    'CLUSTERDOWN The cluster is down',
  ].map((message) => new Error(message)),
  new StoreAwayError('x'),
  new RedisAwayError('x'),
  new FileStoreAwayError('x'),
]

const bugs = [
  ...['23505', '42P01', '08P01', 'ERR_INVALID_ARG_TYPE'].map(withCode),
  new TypeError('x is undefined'),
  new Error('ERR unknown command'),
  'Connection terminated',
  undefined,
]

const named = (errors: readonly unknown[]): [string, unknown][] =>
  errors.map((error) => [
    error instanceof Error ? `${error.message} ${String(asError(error).code)}` : String(error),
    error,
  ])

describe('an error', () => {
  it.each(named(losses))('%s means a lost connection and an unavailable store', (_, error) => {
    expect(isConnectionLoss(error)).toBe(true)
    expect(isConnectionLoss(new AggregateError([error]))).toBe(true)
    expect(isStoreAway(error)).toBe(true)
    expect(isStoreAway(new AggregateError([error]))).toBe(true)
    expect(isStoreAway(new Error('wrapped', { cause: error }))).toBe(true)
  })

  it.each(named(refusals))('%s means an unavailable but connected store', (_, error) => {
    expect(isConnectionLoss(error)).toBe(false)
    expect(isStoreAway(error)).toBe(true)
    expect(isStoreAway(new AggregateError([error]))).toBe(true)
    expect(isStoreAway(new Error('wrapped', { cause: error }))).toBe(true)
  })

  it.each(named(bugs))('%s is a bug', (_, error) => {
    expect(isConnectionLoss(error)).toBe(false)
    expect(isStoreAway(error)).toBe(false)
  })

  it('counts as no lost connection if it only wraps one', () => {
    expect(isConnectionLoss(new Error('wrapped', { cause: losses[0] }))).toBe(false)
  })
})
