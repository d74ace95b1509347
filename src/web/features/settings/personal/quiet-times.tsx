import { useSignal } from '@preact/signals'
import type { QuietPeriod } from '../../../../shared/rules/do-not-disturb'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { shortTime } from '../../../texts/times'
import { FieldFrame, Select } from '../../../ui/form/fields'
import { IconButton } from '../../../ui/icon-button/icon-button'
import { SettingGroup, userSetting } from '../../../parts/setting/setting'
import { Table } from '../../../ui/table/table'
import styles from './personal.module.css'

const hourSeconds = 3_600
/** Max periods of a schedule. */
const mostPeriods = 20

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const presets = { all: everyDay, work: [1, 2, 3, 4, 5], weekend: [6, 7] } as const
type Preset = keyof typeof presets

/** Times without notifications: until a moment, and periods of the week. */
export function QuietTimes() {
  const { store, toasts } = useApp()
  const settings = store.read('user_settings')
  const schedule = settings.dnd_schedule

  const save = (name: 'dnd_until' | 'dnd_schedule', value: unknown): void =>
    void userSetting(name)
      .save(value)
      .catch((error: unknown) => toasts.fail(t.yourMenu.notSaved, error))

  return (
    <SettingGroup title={t.quietTimes.title}>
      <p>{t.quietTimes.about}</p>
      <Now until={settings.dnd_until} onChoose={(until) => save('dnd_until', until)} />
      <Table
        label={t.quietTimes.schedule}
        rows={schedule.map((period, index) => ({ ...period, index }))}
        keyOf={({ index }) => index}
        nameOf={nameOf}
        none={t.quietTimes.none}
        columns={[
          { key: 'days', title: t.quietTimes.days, cell: ({ days }) => daysText(days) },
          { key: 'time', title: t.quietTimes.time, cell: ({ from, to }) => `${from} – ${to}` },
          {
            key: 'tools',
            title: t.table.actions,
            isTools: true,
            width: '2rem',
            cell: (row) => (
              <IconButton
                icon="trash-2"
                label={t.quietTimes.remove(nameOf(row))}
                onClick={() => save('dnd_schedule', schedule.toSpliced(row.index, 1))}
              />
            ),
          },
        ]}
      />
      {schedule.length < mostPeriods && (
        <NewPeriod onAdd={(period) => save('dnd_schedule', [...schedule, period])} />
      )}
    </SettingGroup>
  )
}

function daysText(days: readonly number[]): string {
  const preset = (Object.keys(presets) as Preset[]).find(
    (key) => presets[key].join() === days.toSorted((a, b) => a - b).join(),
  )
  return preset ? t.quietTimes.presets[preset] : days.map((day) => t.quietTimes.day(day)).join(', ')
}

const nameOf = ({ days, from, to }: QuietPeriod) => `${daysText(days)}, ${from} – ${to}`

function Now({ until, onChoose }: { until: number; onChoose: (until: number) => void }) {
  const is24Hour = useApp().store.read('user_settings')['twenty_four_hour_time']
  const now = Math.floor(Date.now() / 1_000)
  const isOn = until > now
  const choices = [
    { value: 0, label: t.quietTimes.off },
    ...(isOn ? [{ value: until, label: t.quietTimes.until(shortTime(until, is24Hour)) }] : []),
    ...([1, 4, 8, 24] as const).map((hours) => ({
      value: now + hours * hourSeconds,
      label: t.quietTimes.hours(hours),
    })),
  ]
  return (
    <FieldFrame label={t.quietTimes.now}>
      {(tie) => (
        <Select
          tie={tie}
          choices={choices}
          value={isOn ? until : 0}
          onChoose={(value) => onChoose(Number(value))}
        />
      )}
    </FieldFrame>
  )
}

function NewPeriod({ onAdd }: { onAdd: (period: QuietPeriod) => void }) {
  const preset = useSignal<Preset>('all')
  const from = useSignal('22:00')
  const to = useSignal('07:00')
  const time = (label: string, value: typeof from) => (
    <FieldFrame label={label}>
      {(tie) => (
        <input
          {...tie}
          class="field"
          type="time"
          required
          value={value.value}
          onInput={(event) => (value.value = event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
  return (
    <form
      class={styles['period']}
      onSubmit={(event) => {
        event.preventDefault()
        onAdd({ days: presets[preset.value], from: from.value, to: to.value })
      }}
    >
      <FieldFrame label={t.quietTimes.days}>
        {(tie) => (
          <Select
            tie={tie}
            choices={(Object.keys(presets) as Preset[]).map((value) => ({
              value,
              label: t.quietTimes.presets[value],
            }))}
            value={preset.value}
            onChoose={(value) => (preset.value = value as Preset)}
          />
        )}
      </FieldFrame>
      {time(t.quietTimes.from, from)}
      {time(t.quietTimes.to, to)}
      <button type="submit" class="button">
        {t.quietTimes.add}
      </button>
    </form>
  )
}
