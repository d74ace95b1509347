import { clusterNeeds } from '../support/cluster'
import { describeWith } from '../support/services'
import { restartWorkers } from './rolling-restart'

const polls = 300

describeWith(clusterNeeds, 'a rolling restart of the workers', () => {
  it('loses and repeats no event, and all polls are parked again', async () => {
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
