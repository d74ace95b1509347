import type { AppContext } from '../../../context'
import { listDayCounts, listPeopleCounts } from '../../../data/statistics/message-counts'
import type { CountFilter, CountKind } from '../../../data/statistics/message-counts'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { requireOwner } from '../../rules/permissions/roles'
import { accessStreamById } from '../../access/streams/access-stream'

/** One number per day, by label. */
type Series = Record<string, number[]>

export interface Chart {
  /** End of each day, Unix time in seconds. */
  endTimes: number[]
  everyone: Series
  /** The requester's own numbers; absent for charts that have none. */
  user?: Series
  /** Labels, highest total first. */
  displayOrder: string[]
}

export interface ChartRequest {
  name: string
  /** Unix time in seconds; defaults: 30 days ago, and now. */
  start?: number | undefined
  end?: number | undefined
  /** Minimum number of days. */
  minLength?: number | undefined
  streamId?: number | undefined
}

const daySeconds = 86_400
const usualDays = 30
const mostDays = 1_000

const placeLabels: Readonly<Record<string, string>> = {
  public: 'Public streams',
  private: 'Private streams',
  pair: 'Private messages',
  group: 'Group private messages',
}

const kinds: Readonly<Record<string, { kind: CountKind; labels: readonly string[] }>> = {
  messages_sent_over_time: { kind: 'sender', labels: ['human', 'bot'] },
  messages_sent_by_stream: { kind: 'sender', labels: ['human', 'bot'] },
  messages_sent_by_client: { kind: 'client', labels: [] },
  messages_sent_by_message_type: { kind: 'place', labels: Object.values(placeLabels) },
}

/**
 * Daily statistics of an organization; owners only.
 * @throws OwnerRequiredError, InvalidStreamIdError; BadRequestError for an unknown chart
 * Source: docs/protocol/accounts.md#statistics.
 */
export async function readChart(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  requester: Requester,
  request: ChartRequest,
): Promise<Chart> {
  requireOwner(requester)
  const { name, streamId } = request
  const isOfStream = name === 'messages_sent_by_stream'
  if (isOfStream !== (streamId !== undefined)) throw unknownChart(name)
  if (streamId !== undefined) await accessStreamById(ctx.db.dated(), requester, streamId)
  const days = daysOf(request, ctx.clock.now())
  const filter: CountFilter = {
    realmId: requester.realm_id,
    userId: requester.id,
    ...{ from: days[0] as string, to: days.at(-1) as string, streamId },
  }
  const endTimes = days.map((day) => Date.parse(day) / 1_000 + daySeconds)
  if (name === 'number_of_humans') return { endTimes, ...(await chartOfPeople(ctx, filter)) }
  const chart = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (!chart) throw unknownChart(name)
  const rows = await listDayCounts(ctx.db.query, filter, chart.kind)
  const indexOf = new Map(days.map((day, index) => [day, index]))
  const empty = () => days.map(() => 0)
  const everyone: Series = Object.fromEntries(chart.labels.map((label) => [label, empty()]))
  const user: Series = Object.fromEntries(chart.labels.map((label) => [label, empty()]))
  for (const row of rows) {
    const label = chart.kind === 'place' ? (placeLabels[row.label] as string) : row.label
    const index = indexOf.get(row.day) as number
    ;(everyone[label] ??= empty())[index] = row.everyone
    ;(user[label] ??= empty())[index] = row.own
  }
  return { endTimes, everyone, user, displayOrder: byTotal(everyone) }
}

async function chartOfPeople(
  ctx: Pick<AppContext, 'db'>,
  filter: CountFilter,
): Promise<Omit<Chart, 'endTimes'>> {
  const rows = await listPeopleCounts(ctx.db.query, filter)
  return {
    everyone: {
      _1day: rows.map(({ ofDay }) => ofDay),
      _15day: rows.map(({ ofFortnight }) => ofFortnight),
      all_time: rows.map(({ all }) => all),
    },
    displayOrder: [],
  }
}

/** Days of a chart in UTC, `2026-01-05`, the oldest first. */
function daysOf({ start, end, minLength = 1 }: ChartRequest, now: Date): string[] {
  const last = Math.floor(Math.min(end ?? Infinity, now.getTime() / 1_000) / daySeconds)
  const first = start === undefined ? last - usualDays : Math.floor(start / daySeconds)
  if (first > last) {
    throw new BadRequestError(
      `Start time is later than end time. Start: ${first * daySeconds}, End: ${last * daySeconds}`,
    )
  }
  const count = Math.min(Math.max(last - first + 1, minLength), mostDays)
  return Array.from({ length: count }, (_, index) =>
    new Date((last - count + 1 + index) * daySeconds * 1_000).toISOString().slice(0, 10),
  )
}

function byTotal(series: Series): string[] {
  const total = (label: string) => (series[label] ?? []).reduce((sum, each) => sum + each, 0)
  return Object.keys(series).sort((a, b) => total(b) - total(a))
}

function unknownChart(name: string): BadRequestError {
  return new BadRequestError(`Unknown chart name: ${name}`)
}
