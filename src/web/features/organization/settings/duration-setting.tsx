import { useSignal } from '@preact/signals'
import { changeSettings } from '../../../data/api/call'
import * as t from '../../../texts/catalog'
import { FieldFrame } from '../../../ui/form/fields'
import { useSetting } from '../../../parts/setting/use-setting'
import { describeDuration, offeredDurations, unitName } from './durations'
import type { Duration } from './realm-settings'
import styles from './settings.module.css'
import type { SettingProps } from './setting-props'

const custom = 'custom'

/** A duration: presets, or a custom value. */
export function DurationSetting(props: SettingProps & { duration: Duration }) {
  const { name, target, label, hint, disabled, duration } = props
  const setting = useSetting({
    read: target.read,
    // The server reads null as an absent argument, so no limit is sent as 'unlimited'.
    save: (value) => changeSettings('PATCH /realm', { [name]: value ?? 'unlimited' }),
  })
  const isCustom = useSignal(false)
  const [usualUnit = 1] = duration.units
  const count = useSignal('')
  const unit = useSignal(usualUnit)
  const wrong = useSignal<string | undefined>(undefined)

  function choose(chosen: string): void {
    isCustom.value = chosen === custom
    wrong.value = undefined
    if (chosen !== custom) void setting.save(JSON.parse(chosen))
  }

  function saveCustom(): void {
    const number = Number(count.value)
    if (!Number.isInteger(number) || number < 1) {
      wrong.value = t.durations.needsNumber
      return
    }
    wrong.value = undefined
    isCustom.value = false
    void setting.save(number * unit.value)
  }

  return (
    <FieldFrame label={label} hint={hint} refusal={wrong.value ?? setting.refusal}>
      {(tie) => (
        <div class={styles['controls']}>
          <select
            class="field"
            {...tie}
            disabled={disabled}
            value={isCustom.value ? custom : JSON.stringify(setting.value)}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {offeredDurations(setting.value, duration).map((value) => (
              <option key={String(value)} value={JSON.stringify(value)}>
                {describeDuration(value, duration)}
              </option>
            ))}
            <option value={custom}>{t.durations.custom}</option>
          </select>
          {isCustom.value && !disabled && (
            <form
              class={styles['controls']}
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                saveCustom()
              }}
            >
              <input
                class={`field ${styles['number']}`}
                type="number"
                min={1}
                aria-label={t.durations.customValue(label)}
                value={count.value}
                onInput={(event) => (count.value = event.currentTarget.value)}
              />
              {duration.units.length === 1 ? (
                unitName(usualUnit, duration)
              ) : (
                <select
                  class="field"
                  aria-label={t.durations.customUnit(label)}
                  value={String(unit.value)}
                  onChange={(event) => (unit.value = Number(event.currentTarget.value))}
                >
                  {duration.units.map((each) => (
                    <option key={each} value={String(each)}>
                      {unitName(each, duration)}
                    </option>
                  ))}
                </select>
              )}
              <button class="button">{t.durations.save}</button>
            </form>
          )}
          <span role="status" class={styles['saved']}>
            {setting.isSaved && t.form.saved}
          </span>
        </div>
      )}
    </FieldFrame>
  )
}
