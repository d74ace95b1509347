import { describeWithServices } from '../support/services'
import { mostGrowth, sufferClients } from './hostile-clients'

/** Generous, because all other tests may run beside it. */
const patienceMs = 300_000

describeWithServices('misbehaving clients', () => {
  it(
    'leave no connections, polls or queues behind',
    async () => {
      const figures = await sufferClients({
        seed: 14,
        halfOpen: 500,
        slowReaders: 12,
        slowSeconds: 3,
        longMessages: 100,
        hangUps: 1_000,
      })
      expect(figures).toMatchObject({
        after: { sockets: 0 },
        parkedPolls: 0,
        strayQueues: 0,
        roomyPolls: 64,
        wrong: 0,
      })
      expect(figures.messages).toBeGreaterThanOrEqual(100)
      expect(Math.abs(figures.heapRatio - 1)).toBeLessThanOrEqual(mostGrowth)
    },
    patienceMs,
  )
})
