import { arrangeTopics, sendersByTopic } from '../../../src/web/data/streams/topic-list'
import type { TopicListOptions } from '../../../src/web/data/streams/topic-list'
import type { Message } from '../../../src/web/data/records/message'
import { partOf } from '../../support/stand-ins'

const topics = ['✔ Ärger', 'web app', 'deploys', 'Bears'].map((name, age) => ({
  name,
  max_id: 10 - age,
}))

const arranged = (options: Partial<TopicListOptions>) =>
  arrangeTopics(topics, {
    ...{ filter: '', order: 'newest', hidesResolved: false, unreadOf: () => 0 },
    ...options,
  }).map(({ name }) => name)

describe('The list of topics', () => {
  it('has the newest first, or is ordered by name without the resolved mark, or by unread', () => {
    expect(arranged({})).toEqual(['✔ Ärger', 'web app', 'deploys', 'Bears'])
    expect(arranged({ order: 'name' })).toEqual(['✔ Ärger', 'Bears', 'deploys', 'web app'])
    const unreadOf = (topic: string) => (topic === 'deploys' ? 3 : 0)
    expect(arranged({ order: 'unread', unreadOf })).toEqual([
      ...['deploys', '✔ Ärger', 'web app', 'Bears'],
    ])
  })

  it('filters by letters without their marks, and hides resolved topics', () => {
    expect(arranged({ filter: ' arger' })).toEqual(['✔ Ärger'])
    expect(arranged({ filter: 'P' })).toEqual(['web app', 'deploys'])
    expect(arranged({ hidesResolved: true })).toEqual(['web app', 'deploys', 'Bears'])
  })

  it('knows the senders of the cached messages, the latest first', () => {
    const message = (id: number, sender_id: number, subject: string, stream_id = 5) =>
      partOf<Message>({ id, sender_id, subject, stream_id })
    const cached = [
      ...[message(3, 1, 'Web app'), message(1, 2, 'web app'), message(2, 1, 'web app')],
      ...[message(4, 3, 'web app', 6), message(5, 4, 'deploys')],
    ]
    const cache = {
      ids: () => cached.map(({ id }) => id),
      get: (id: number) => cached.find((one) => one.id === id),
    }
    expect([...sendersByTopic(cache, 5)]).toEqual([
      ['deploys', [4]],
      ['web app', [1, 2]],
    ])
  })
})
