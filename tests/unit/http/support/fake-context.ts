import { Writable } from 'node:stream'

import pino from 'pino'

import { systemClock } from '../../../../src/server/lib/clock'
import type { AppContext, Readiness } from '../../../../src/server/context'
import { createLimits } from '../../../../src/server/http/pipeline/rate-limit'
import { createWebApp } from '../../../../src/server/http/web/web-app'
import { createMetrics } from '../../../../src/server/lib/metrics'
import { RequestLog } from '../../../../src/server/lib/request-log'
import { partOf } from '../../../support/stand-ins'

export interface FakeSettings {
  rateLimit?: number | null
  loginAttemptsPerMinute?: number | null
  maxRequestBytes?: number
  trustProxy?: boolean
  externalUrl?: string
  validateResponses?: boolean
  readiness?: Readiness
}

export interface FakeContext {
  ctx: AppContext
  /** Log records, in order. */
  logged: Record<string, unknown>[]
}

/** The parts of a context that the HTTP layer uses: no stores, limits counted in memory. */
export function fakeContext(settings: FakeSettings = {}): FakeContext {
  const logged: Record<string, unknown>[] = []
  const lines = new Writable({
    write(text, _encoding, done) {
      for (const line of String(text).trimEnd().split('\n')) logged.push(JSON.parse(line))
      done()
    },
  })
  const config = {
    databasePoolSize: 10,
    externalHost: 'chat.test',
    externalUrl: settings.externalUrl,
    trustProxy: settings.trustProxy ? ('all' as const) : undefined,
    maxRequestBytes: settings.maxRequestBytes ?? 64 * 1024,
    validateResponses: settings.validateResponses ?? true,
    rateLimit: settings.rateLimit ?? null,
    loginAttemptsPerMinute: settings.loginAttemptsPerMinute ?? null,
    mailRateLimit: null,
    redisUrl: undefined,
    redisKeyPrefix: 'test',
  }
  const log = pino(lines)
  const readiness = settings.readiness ?? { ready: true, checks: { database: 'ok' } }
  const ctx = partOf<AppContext>({
    config,
    log,
    requestLog: new RequestLog(log),
    clock: systemClock,
    metrics: createMetrics(),
    limits: createLimits(config, log),
    db: {
      pool: () => ({ total: 3, idle: 2, waiting: 0 }),
      as() {
        return this
      },
    },
    web: createWebApp('no such folder'),
    isReady: async () => readiness,
  })
  return { ctx, logged }
}
