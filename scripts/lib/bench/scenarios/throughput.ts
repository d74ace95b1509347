import type { Bench } from '../bench'
import { messageRows } from '../message-rows'
import { compareMessages } from '../messages'
import { atLeast } from '../rows'
import type { Row } from '../rows'
import type { Scenario } from '../scenario'
import { usersFrom } from '../users'

const usualPace = { kind: 'flat out' } as const
const streamCount = 10
const recipientCount = 10
const senderCount = 8
const many = 1_000

/** Messages at the max rate. */
export const throughput: Scenario = {
  name: 'throughput',
  summary: 'senders that send as soon as their last message was answered',
  async run(bench) {
    await bench.workers()
    return [...(await measureManySenders(bench)), ...(await measureManyRecipients(bench))]
  },
}

async function measureManySenders(bench: Bench): Promise<Row[]> {
  const load = `${senderCount} senders, ${streamCount} streams of ${recipientCount}`
  bench.say(`throughput of ${load}`)
  const numbers = Array.from({ length: streamCount }, (_, number) => number)
  const streams = numbers.map((number) => ({
    name: `throughput-${number}`,
    first: number * recipientCount,
    subscribers: recipientCount,
  }))
  await bench.seed.streams(streams)
  const comparison = await compareMessages(bench, {
    streams: streams.map(({ name, first }) => ({
      name,
      recipients: usersFrom(first, recipientCount),
    })),
    senders: usersFrom(0, senderCount),
    pace: usualPace,
  })
  return messageRows(load, comparison, { messages: atLeast(0.4) })
}

async function measureManyRecipients(bench: Bench): Promise<Row[]> {
  const load = `1 sender, 1 stream of ${many}`
  bench.say(`throughput of ${load}`)
  const name = `throughput-${many}`
  await bench.seed.streams([{ name, first: 0, subscribers: many }])
  const comparison = await compareMessages(bench, {
    streams: [{ name, recipients: usersFrom(0, many) }],
    senders: [0],
    pace: usualPace,
  })
  return messageRows(load, comparison, { deliveries: atLeast(0.6) })
}
