import { SimulatedRedis } from './redis-stand-in'
import * as outbox from './outbox-stand-in'

/*
 * Puts the simulated network and database in the place of the real ones. Import this before the code under test.
 */
jest.mock('ioredis', () => ({
  ...jest.requireActual<object>('ioredis'),
  Redis: SimulatedRedis,
}))
jest.mock('../../src/server/data/engine/outbox', () => ({
  takeOutboxRows: outbox.takeOutboxRows,
  deleteOutboxRows: outbox.deleteOutboxRows,
  listRealmsWithStaleRows: outbox.listRealmsWithStaleRows,
}))
