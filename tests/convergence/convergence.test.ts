import { sampled, randomOf } from '../support/sample'
import { describeWithServices } from '../support/services'
import { useTwoWorkers, Worker } from '../support/workers'
import { runConvergence } from './run'

const calls = 200

describeWithServices('concurrent calls at two workers, one of which is killed,', () => {
  const two = useTwoWorkers()

  it(
    sampled('leave each client with the state that it would fetch, and each call its effect'),
    async () => {
      const seed = randomOf('convergence').between(0, 999_999)
      const replaceWorker = async () => {
        await two.workers[1].kill()
        two.workers[1] = await Worker.start(two.stores)
      }
      const scene = { database: two.database, workers: two.workers, replaceWorker }
      const { complaints, figures } = await runConvergence(scene, { seed, calls, kills: true })
      const again = `Again: npm run test:convergence -- --seed ${seed} --calls ${calls}`
      const story = [...complaints, '', JSON.stringify(figures), '', again].join('\n')
      expect(complaints.length === 0 ? '' : story).toBe('')
      expect(figures['accepted']).toBeGreaterThan(calls / 3)
    },
  )
})
