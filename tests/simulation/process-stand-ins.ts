import Module, { createRequire } from 'node:module'
import * as ioredis from 'ioredis'
import { defineScripts } from '../../src/server/stores/redis/scripts'
import { atFixedPhase } from './fixed-phase'
import * as outbox from './outbox-stand-in'
import { SimulatedRedis } from './redis-stand-in'
import { cached } from './script-cache'

/*
 * Does in a plain process what stand-ins.ts does in jest. Import this before the code under test.
 */
atFixedPhase(createRequire(__filename))
replace('ioredis', { ...ioredis, Redis: SimulatedRedis })
replace('../../src/server/data/engine/outbox', outbox)
replace('../../src/server/stores/redis/scripts', { defineScripts: cached(defineScripts) })

function replace(name: string, exports: object): void {
  const file = require.resolve(name)
  require.cache[file] = Object.assign(new Module(file), { filename: file, loaded: true, exports })
}

/** The real one. */
export const { Redis } = ioredis
