import type * as scripts from '../../src/server/stores/redis/scripts'
import { atFixedPhase } from './fixed-phase'
import * as outbox from './outbox-stand-in'
import { SimulatedRedis } from './redis-stand-in'
import { cached } from './script-cache'

/*
 * Puts the simulated network and database in the place of the real ones. Import this before the code under test.
 */
atFixedPhase((file) => jest.requireActual<object>(file))
jest.mock('ioredis', () => ({
  ...jest.requireActual<object>('ioredis'),
  Redis: SimulatedRedis,
}))
jest.mock('../../src/server/data/engine/outbox', () => ({
  takeOutboxRows: outbox.takeOutboxRows,
  deleteOutboxRows: outbox.deleteOutboxRows,
  listRealmsWithStaleRows: outbox.listRealmsWithStaleRows,
}))
jest.mock('../../src/server/stores/redis/scripts', () => ({
  defineScripts: cached(
    jest.requireActual<typeof scripts>('../../src/server/stores/redis/scripts').defineScripts,
  ),
}))
