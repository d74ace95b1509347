import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import * as t from '../../../texts/catalog'
import { dateFormat } from '../../../texts/time-form'
import { Loading } from '../../../ui/loaded/loading'
import { useLoaded } from '../../../ui/loaded/use-loaded'
import { SettingGroup } from '../../../parts/setting/setting'
import styles from './statistics.module.css'

const charts = [
  'messages_sent_over_time',
  'messages_sent_by_message_type',
  'messages_sent_by_client',
  'number_of_humans',
] as const

const daySeconds = 86_400
const spans = [7, 30, 90, 365]

/** Statistics by day, for owners. */
export function Statistics() {
  const days = useSignal(30)
  return (
    <>
      <label class={styles['span']}>
        {t.statistics.span}
        <select
          class="field"
          value={String(days.value)}
          onChange={(event) => (days.value = Number(event.currentTarget.value))}
        >
          {spans.map((span) => (
            <option key={span} value={String(span)}>
              {t.durations.days(span)}
            </option>
          ))}
        </select>
      </label>
      {charts.map((name) => (
        <SettingGroup key={name} title={t.statistics.charts[name]}>
          <ChartOf name={name} days={days.value} />
        </SettingGroup>
      ))}
    </>
  )
}

function ChartOf({ name, days }: { name: (typeof charts)[number]; days: number }) {
  const {
    value: chart,
    refusal,
    retry,
  } = useLoaded(
    () =>
      call('GET /analytics/chart_data', {
        chart_name: name,
        start: Math.floor(Date.now() / 1000) - (days - 1) * daySeconds,
      }),
    [name, days],
  )
  if (!chart) return <Loading refusal={refusal} onRetry={retry} />
  const isCount = name === 'number_of_humans'
  const series = Object.entries(chart.everyone).map(([label, numbers]) => ({
    label: t.statistics.labels[label] ?? label,
    numbers,
    // User counts do not add up: their total is the last value. Message counts are summed.
    total: isCount ? (numbers.at(-1) ?? 0) : numbers.reduce((sum, each) => sum + each, 0),
  }))
  series.sort((a, b) => b.total - a.total)
  if (series.every(({ total }) => total === 0)) return <p>{t.statistics.nothing}</p>
  const most = Math.max(...series.map(({ total }) => total))
  return (
    <>
      <table class={styles['table']} aria-label={t.statistics.charts[name]}>
        <thead>
          <tr>
            <th scope="col">{isCount ? t.statistics.who : t.statistics.what}</th>
            <th scope="col">{isCount ? t.statistics.now : t.statistics.messages}</th>
            <th scope="col">
              <span class="visually-hidden">{t.statistics.share}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {series.map(({ label, total }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{total.toLocaleString(t.language)}</td>
              <td>
                <meter class={styles['bar']} min={0} max={most} value={total} aria-label={label} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Days
        ends={chart.end_times}
        series={isCount ? [chart.everyone['_1day'] ?? []] : Object.values(chart.everyone)}
      />
    </>
  )
}

const dayInUtc = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })

/** Bar chart of the values per day, summed over all series, and a table of the numbers. */
function Days({
  ends,
  series,
}: {
  ends: readonly number[]
  series: readonly (readonly number[])[]
}) {
  const sums = ends.map((end, index) => ({
    day: dayInUtc().format((end - daySeconds) * 1000),
    sum: series.reduce((sum, numbers) => sum + (numbers[index] ?? 0), 0),
  }))
  const most = Math.max(1, ...sums.map(({ sum }) => sum))
  return (
    <>
      <svg
        class={styles['days']}
        viewBox={`0 0 ${String(sums.length)} 20`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {sums.map(({ day, sum }, index) => (
          <rect
            key={day}
            x={index + 0.1}
            y={20 - (20 * sum) / most}
            width={0.8}
            height={(20 * sum) / most}
          />
        ))}
      </svg>
      <details>
        <summary>{t.statistics.byDay}</summary>
        <table class={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{t.statistics.day}</th>
              <th scope="col">{t.statistics.number}</th>
            </tr>
          </thead>
          <tbody>
            {sums.toReversed().map(({ day, sum }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{sum.toLocaleString(t.language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
