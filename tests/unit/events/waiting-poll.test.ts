/**
 * Sets the clock and timers of its world.
 *
 * @own-modules
 */
import { setImmediate as turn } from 'node:timers/promises'
import { BadEventQueueIdError } from '../../../src/server/events/errors'
import { RedisAwayError } from '../../../src/server/lib/store-away'
import type { PollReply, PollStep, WhenEmpty } from '../../../src/server/events/redis/poll-steps'
import { WaitingPolls } from '../../../src/server/events/redis/waiting-polls'
import { waitFor } from '../../../src/server/events/wait-for'
import { lastOf, parsed } from '../../support/checked'

interface Asked {
  whenEmpty: WhenEmpty
  token: string
  reply: (reply: PollReply) => Promise<void>
  fail: () => Promise<void>
}

/** A worker with a fake Redis; the test controls its answers and their order. */
class Story {
  session: number | undefined = 1
  readonly asked: Asked[] = []
  readonly unparked: string[] = []
  readonly polls: WaitingPolls
  private readonly client = new AbortController()

  constructor(heartbeatMs = 3_600_000) {
    this.polls = new WaitingPolls(
      {
        session: () => this.session,
        read: (step: PollStep) => {
          this.asked.push({
            whenEmpty: step.whenEmpty,
            token: step.token,
            reply: async (reply) => {
              step.onReply(reply)
              await turn()
            },
            fail: async () => {
              step.onReadFailed(new RedisAwayError('cut'))
              await turn()
            },
          })
        },
        onIncomplete: () => undefined,
        unpark: async (_request, token) => {
          this.unparked.push(token)
        },
      },
      { min: heartbeatMs, max: heartbeatMs },
    )
  }

  poll(): Promise<unknown> {
    const owner = { realmId: 1, userId: 1 }
    const request = {
      queueId: '1:0',
      shard: 0,
      owner,
      lastEventId: -1,
      afterEventId: -1,
      isContinuation: false,
    }
    return waitFor((caller) => this.polls.wait(request, caller), this.client.signal).then(
      ({ json }) => parsed(json),
    )
  }

  hangUp(): void {
    this.client.abort()
  }

  wakeUp(token: string, id: number): void {
    this.polls.onMessage(`{"deliveries":[[1,"","${token}:${id}"]]}\n{"type":"x"}`)
  }

  end(token: string, reason: string): void {
    this.polls.onMessage(`{"ended":{"${reason}":["${token}"]}}`)
  }

  get latest(): Asked {
    return lastOf(this.asked)
  }
}

async function isPending(poll: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  await turn()
  return (await Promise.race([poll, Promise.resolve(pending)])) === pending
}

const parked: PollReply = { kind: 'parked' }
const holding = (id: number): PollReply => ({
  kind: 'events',
  parts: [String(id), '', '{"type":"x"}'],
})
const event = (id: number) => ({ type: 'x', id })

describe('a waiting poll', () => {
  it('is answered with the events that it reads', async () => {
    const story = new Story()
    const poll = story.poll()
    await story.latest.reply(holding(4))
    expect(await poll).toEqual([event(4)])
    expect(story.polls.size).toBe(0)
  })

  it('is answered by its wake-up', async () => {
    const story = new Story()
    const poll = story.poll()
    await story.latest.reply(parked)
    expect(await isPending(poll)).toBe(true)
    story.wakeUp(story.latest.token, 4)
    expect(await poll).toEqual([event(4)])
  })

  it('keeps a wake-up that overtakes the reply to its parking', async () => {
    const story = new Story()
    const poll = story.poll()
    story.wakeUp(story.latest.token, 4)
    expect(await isPending(poll)).toBe(true)
    await story.latest.reply(parked)
    expect(await poll).toEqual([event(4)])
  })

  it('is answered by its wake-up when that reply is lost', async () => {
    const story = new Story()
    const poll = story.poll()
    story.wakeUp(story.latest.token, 4)
    await turn()
    await story.latest.fail()
    expect(await poll).toEqual([event(4)])
  })

  it('fails when its first read does', async () => {
    const story = new Story()
    const poll = expect(story.poll()).rejects.toThrow(RedisAwayError)
    await story.latest.fail()
    await poll
    expect(story.polls.size).toBe(0)
  })

  it('reads again if wake-ups were missed during its read', async () => {
    const story = new Story()
    const poll = story.poll()
    story.session = 2
    await story.latest.reply(parked)
    expect(story.asked.map(({ token, whenEmpty }) => [token, whenEmpty])).toEqual([
      ['1.1.0', 'park'],
      ['1.2.0', 'park-again'],
    ])
    await story.latest.reply(holding(4))
    expect(await poll).toEqual([event(4)])
  })

  it('reads again once wake-ups arrive, if they did not when it was parked', async () => {
    const story = new Story()
    story.session = undefined
    const poll = story.poll()
    await story.latest.reply(parked)
    expect(story.asked).toHaveLength(1)

    story.session = 1
    story.polls.onListening([0])
    expect(story.asked).toHaveLength(2)
    await story.latest.reply(parked)
    story.wakeUp(story.latest.token, 4)
    expect(await poll).toEqual([event(4)])
  })

  it('does not read twice at the same time', async () => {
    const story = new Story()
    const poll = story.poll()
    story.polls.onListening([0])
    expect(story.asked).toHaveLength(1)
    await story.latest.reply(holding(4))
    expect(await poll).toEqual([event(4)])
  })

  it('ignores wake-ups for an earlier parking, and for polls of others', async () => {
    const story = new Story()
    const poll = story.poll()
    await story.latest.reply(parked)
    story.polls.onListening([0])
    story.wakeUp('1.1.0', 4)
    story.wakeUp('7.1.0', 4)
    await story.latest.reply(parked)
    expect(await isPending(poll)).toBe(true)
    story.wakeUp('1.2.0', 5)
    expect(await poll).toEqual([event(5)])
  })

  it('goes on waiting when reading again fails', async () => {
    const story = new Story()
    const poll = story.poll()
    await story.latest.reply(parked)
    story.polls.onListening([0])
    await story.latest.fail()
    expect(await isPending(poll)).toBe(true)
    story.polls.onListening([0])
    await story.latest.reply(holding(4))
    expect(await poll).toEqual([event(4)])
  })

  it.each(['superseded', 'deleted'])('is answered with nothing when it is %s', async (reason) => {
    const story = new Story()
    const poll = story.poll()
    await story.latest.reply(parked)
    story.end(story.latest.token, reason)
    expect(await poll).toEqual([])
  })

  it('fails when its queue goes', async () => {
    const story = new Story()
    const poll = expect(story.poll()).rejects.toThrow(BadEventQueueIdError)
    await story.latest.reply(parked)
    story.end(story.latest.token, 'gone')
    await poll
  })

  it('is unparked when its client hangs up, at once or after the reply to its parking', async () => {
    const waiting = new Story()
    const poll = waiting.poll()
    await waiting.latest.reply(parked)
    waiting.hangUp()
    expect(await poll).toEqual([])
    expect(waiting.unparked).toEqual(['1.1.0'])

    const reading = new Story()
    const early = reading.poll()
    reading.hangUp()
    expect(await early).toEqual([])
    expect(reading.unparked).toEqual([])
    await reading.latest.reply(parked)
    expect(reading.unparked).toEqual(['1.1.0'])

    const answered = new Story()
    const late = answered.poll()
    answered.hangUp()
    await answered.latest.reply(holding(4))
    expect(await late).toEqual([])
    expect(answered.unparked).toEqual([])
  })

  it('asks for a heartbeat in time, with its parking token', async () => {
    const story = new Story(1)
    const poll = story.poll()
    await story.latest.reply(parked)
    while (story.asked.length < 2) await turn()
    expect(story.latest).toMatchObject({ whenEmpty: 'heartbeat', token: '1.1.0' })
    await story.latest.reply(holding(0))
    expect(await poll).toEqual([event(0)])
  })

  it('asks for a heartbeat after a read that took too long', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] })
    const story = new Story(1_000)
    const poll = story.poll()
    jest.advanceTimersByTime(2_000)
    jest.useRealTimers()
    expect(story.asked).toHaveLength(1)
    await story.latest.reply(parked)
    expect(story.latest.whenEmpty).toBe('heartbeat')
    await story.latest.fail()
    expect(await poll).toEqual([])
  })
})
