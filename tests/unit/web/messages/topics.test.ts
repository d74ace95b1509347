/**
 * Sets the clock and timers of its world.
 *
 * @own-modules
 */
import { createTopics } from '../../../../src/web/data/messages/topics'
import { eventWith } from '../store/sample-state'

interface Topic {
  name: string
  max_id: number
}

/** Topics whose answers the test gives one by one. */
function topicsOfStream7() {
  const answers: ((topics: Topic[]) => Promise<void>)[] = []
  const topics = createTopics(
    () =>
      new Promise((resolve) => {
        answers.push(async (found) => {
          resolve(found)
          await Promise.resolve().then(() => undefined)
        })
      }),
  )
  const names = () => topics.of(7).value?.map(({ name }) => name)
  const send = (subject: string, id: number) => {
    topics.apply([eventWith('message', { message: { id, stream_id: 7, subject } })])
  }
  const move = () => {
    topics.apply([eventWith('update_message', { stream_id: 7, propagate_mode: 'change_all' })])
    jest.runAllTimers()
  }
  return { topics, answers, names, send, move }
}

const x = { name: 'x', max_id: 5 }
const y = { name: 'y', max_id: 3 }

describe('The topics of a stream', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it('come from the newest answer, so renamed and deleted ones disappear', async () => {
    const { topics, answers, names, move } = topicsOfStream7()
    expect(names()).toBeUndefined()
    await answers[0]?.([x, y])
    expect(names()).toEqual(['x', 'y'])

    move()
    await answers[1]?.([{ ...x, name: '✔ x' }, y])
    expect(names()).toEqual(['✔ x', 'y'])

    topics.refetch()
    jest.runAllTimers()
    await answers[2]?.([y])
    expect(names()).toEqual(['y'])
  })

  it('include topics of messages that came while the answer was awaited', async () => {
    const { answers, names, send, move } = topicsOfStream7()
    names()
    send('z', 9)
    await answers[0]?.([x, y])
    expect(names()).toEqual(['z', 'x', 'y'])

    send('w', 10)
    move()
    send('Y', 11)
    await answers[1]?.([{ name: 'z', max_id: 9 }, y])
    expect(names()).toEqual(['Y', 'z'])
  })

  it('ignore an answer that a later request overtook', async () => {
    const { answers, names, move } = topicsOfStream7()
    names()
    move()
    await answers[1]?.([y])
    await answers[0]?.([x, y])
    expect(names()).toEqual(['y'])
  })
})
