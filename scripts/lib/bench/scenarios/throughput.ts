import type { Bench } from '../bench'
import { messageRows } from '../message-rows'
import { compareMessages } from '../messages'
import { atLeast } from '../rows'
import type { Row } from '../rows'
import type { Scenario } from '../scenario'
import { usersFrom } from '../users'

const PACE = { kind: 'flat out' } as const
const STREAMS = 10
const RECIPIENTS = 10
const SENDERS = 8
const MANY = 1_000

/** As many messages as go through. */
export const throughput: Scenario = {
  name: 'throughput',
  summary: 'senders that send as soon as their last message was answered',
  async run(bench) {
    await bench.workers()
    return [...(await measureManySenders(bench)), ...(await measureManyRecipients(bench))]
  },
}

async function measureManySenders(bench: Bench): Promise<Row[]> {
  const load = `${SENDERS} senders, ${STREAMS} streams of ${RECIPIENTS}`
  bench.say(`throughput of ${load}`)
  const numbers = Array.from({ length: STREAMS }, (_, number) => number)
  const streams = numbers.map((number) => ({
    name: `throughput-${number}`,
    first: number * RECIPIENTS,
    subscribers: RECIPIENTS,
  }))
  await bench.seed.streams(streams)
  const comparison = await compareMessages(bench, {
    streams: streams.map(({ name, first }) => ({ name, recipients: usersFrom(first, RECIPIENTS) })),
    senders: usersFrom(0, SENDERS),
    pace: PACE,
  })
  return messageRows(load, comparison, { messages: atLeast(0.4) })
}

async function measureManyRecipients(bench: Bench): Promise<Row[]> {
  const load = `1 sender, 1 stream of ${MANY}`
  bench.say(`throughput of ${load}`)
  const name = `throughput-${MANY}`
  await bench.seed.streams([{ name, first: 0, subscribers: MANY }])
  const comparison = await compareMessages(bench, {
    streams: [{ name, recipients: usersFrom(0, MANY) }],
    senders: [0],
    pace: PACE,
  })
  return messageRows(load, comparison, { deliveries: atLeast(0.6) })
}
