import { countFinishedDays } from '../../src/server/chat/jobs/statistics/count'
import { mapOf, maybe, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'

const daySeconds = 86_400

describe('statistics', () => {
  const server = useOwnServer()

  const chart = async (chart_name: string, more: object = {}) => {
    const response = await server.owner.get('/analytics/chart_data', { chart_name, ...more })
    return shapedLike(expectSuccess(response), {
      end_times: [0],
      everyone: mapOf([0]),
      user: maybe(mapOf([0])),
      display_order: [''],
    })
  }
  const newestOf = (series: Record<string, number[]> | undefined) =>
    Object.fromEntries(Object.entries(series ?? {}).map(([label, days]) => [label, days.at(-1)]))

  it('count messages of people and bots, by place and client', async () => {
    const [ann, ben, cat] = await server.users('ann', 'ben', 'cat')
    const bot = await server.bot(ann, 'parrot')
    const lunch = await server.stream('lunch', { subscribers: [ann, bot, server.owner] })
    await server.stream('board', { subscribers: [ann], inviteOnly: true })
    await ann.send('lunch', 'pizza', 'one')
    await server.owner.send('lunch', 'pizza', 'two')
    await bot.send('lunch', 'pizza', 'three')
    await ann.send('board', 'secret', 'four')
    await ann.sendPrivately([ben.id], 'five')
    await ann.sendPrivately([ben.id, cat.id], 'six')

    const read = async () => {
      const ofStream = `/analytics/chart_data/stream/${lunch.id}`
      return {
        time: await chart('messages_sent_over_time'),
        client: await chart('messages_sent_by_client'),
        type: await chart('messages_sent_by_message_type'),
        people: await chart('number_of_humans'),
        stream: expectSuccess(await server.owner.get(ofStream)),
      }
    }
    const fresh = await read()
    expect(fresh.time.end_times).toHaveLength(31)
    expect(newestOf(fresh.time.everyone)).toEqual({ human: 5, bot: 1 })
    expect(newestOf(fresh.time.user)).toEqual({ human: 1, bot: 0 })
    expect(Object.values(newestOf(fresh.client.everyone))).toEqual([6])
    expect(newestOf(fresh.type.everyone)).toEqual({
      'Public streams': 3,
      'Private streams': 1,
      'Private messages': 1,
      'Group private messages': 1,
    })
    expect(fresh.type.display_order[0]).toBe('Public streams')
    expect(newestOf(fresh.people.everyone)).toEqual({ _1day: 2, _15day: 2, all_time: 4 })
    expect(newestOf(shapedLike(fresh.stream['everyone'], mapOf([0])))).toEqual({
      human: 2,
      bot: 1,
    })

    // Tomorrow, the day is over and counted; nothing is lost or doubled, however often.
    const tomorrow = new Date(server.ctx.clock.now().getTime() + daySeconds * 1_000)
    const ctx = { db: server.ctx.db, clock: { now: () => tomorrow } }
    await countFinishedDays(ctx, async () => true)
    expect(await read()).toEqual(fresh)
    await Promise.all([1, 2].map(async () => countFinishedDays(ctx, async () => true)))
    await ann.send('lunch', 'pizza', 'seven')
    expect(newestOf((await chart('messages_sent_over_time')).everyone)).toEqual({
      human: 6,
      bot: 1,
    })
  })

  it('cover the requested days', async () => {
    const day = 20_000 * daySeconds
    const { end_times } = await chart('number_of_humans', { start: day, end: day + 5 })
    expect(end_times).toEqual([day + daySeconds])
    const longer = await chart('number_of_humans', { start: day, end: day, min_length: 3 })
    expect(longer.end_times).toEqual([day - daySeconds, day, day + daySeconds])
    const args = { chart_name: 'number_of_humans', start: day + daySeconds, end: day }
    expectError(await server.owner.get('/analytics/chart_data', args), 400)
  })

  it.each(['messages_read_over_time', 'messages_sent_by_stream', 'constructor'])(
    'do not tell of %s',
    async (chart_name) => {
      expectError(await server.owner.get('/analytics/chart_data', { chart_name }), 400, {
        msg: `Unknown chart name: ${chart_name}`,
      })
    },
  )

  it('are for owners', async () => {
    const admin = await server.user('dora', 'administrator')
    const msg = 'Must be an organization owner'
    const args = { chart_name: 'number_of_humans' }
    expectError(await admin.get('/analytics/chart_data', args), 400, { msg })
    const { id } = await server.stream('any')
    expectError(await admin.get(`/analytics/chart_data/stream/${id}`), 400, { msg })
  })
})
