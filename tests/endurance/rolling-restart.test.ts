import { clusterNeeds } from '../support/cluster'
import { describeWith } from '../support/services'
import { restartWorkers } from './rolling-restart'

const polls = 300

describeWith(clusterNeeds, 'workers replaced one after the other', () => {
  it('lose and repeat nothing, and all polls are parked again', async () => {
    const figures = await restartWorkers({ polls, messagesPerWorker: 3 })
    expect(figures).toMatchObject({
      polls,
      delivered: polls * figures.messages,
      lost: 0,
      repeated: 0,
      disordered: 0,
    })
  })
})
