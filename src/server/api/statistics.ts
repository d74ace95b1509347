import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { integer, text } from '../http/declare/params'
import { InvalidStreamIdError, OwnerRequiredError } from '../chat/rules/errors'
import { readChart } from '../chat/jobs/statistics/charts'
import type { Chart } from '../chat/jobs/statistics/charts'

/* Statistics of an organization, for its owners. Source: docs/protocol/accounts.md#statistics. */

const seconds = (description: string) =>
  integer({ optional: true, min: 0, max: 253_402_300_799, description })

const range = {
  start: seconds('From this time on, as Unix time in seconds; 30 days ago unless given'),
  end: seconds('Until this time; now unless given'),
  min_length: integer({ optional: true, min: 0, max: 1_000, description: 'At least so many days' }),
}

const series = Type.Record(Type.String(), Type.Array(Type.Integer()))

const response = {
  end_times: Type.Array(Type.Integer(), { description: 'Ends of the days, Unix time in seconds' }),
  frequency: Type.Integer({ description: 'Seconds from one number to the next: a day' }),
  everyone: series,
  user: Type.Optional(series),
  display_order: Type.Array(Type.String()),
}

const unknownChart = {
  code: 'BAD_REQUEST',
  description: 'Unknown chart.',
  example: 'Unknown chart name: x',
}

function present({ endTimes, everyone, user, displayOrder }: Chart) {
  return {
    end_times: endTimes,
    frequency: 86_400,
    everyone,
    ...(user ? { user } : {}),
    display_order: displayOrder,
  }
}

const readChartEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/analytics/chart_data',
  tag: 'settings',
  summary: 'Numbers of the organization by day; owners only',
  auth: 'basic',
  params: {
    chart_name: text({
      maxLength: 100,
      example: 'messages_sent_over_time',
      description:
        '`messages_sent_over_time`, `messages_sent_by_client`, `messages_sent_by_message_type` ' +
        'or `number_of_humans`',
    }),
    ...range,
  },
  response,
  errors: [OwnerRequiredError, unknownChart],

  async handler({ ctx, requester, params }) {
    const { chart_name: name, start, end, min_length: minLength } = params
    return present(await readChart(ctx, requester, { name, start, end, minLength }))
  },
})

const readStreamChartEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/analytics/chart_data/stream/{stream_id}',
  tag: 'settings',
  summary: 'Numbers of a stream by day; owners only',
  auth: 'basic',
  params: {
    stream_id: integer({ min: 0 }),
    chart_name: text({
      maxLength: 100,
      default: 'messages_sent_by_stream',
      example: 'messages_sent_by_stream',
    }),
    ...range,
  },
  response,
  errors: [OwnerRequiredError, InvalidStreamIdError, unknownChart],

  async handler({ ctx, requester, params }) {
    const { chart_name: name, stream_id: streamId, start, end, min_length: minLength } = params
    return present(await readChart(ctx, requester, { name, streamId, start, end, minLength }))
  },
})

export const statisticsEndpoints: readonly Endpoint[] = [readChartEndpoint, readStreamChartEndpoint]
