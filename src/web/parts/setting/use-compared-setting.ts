import { useRef } from 'preact/hooks'
import { RefusedError } from '../../data/api/errors'
import { SavedValue } from './saved-value'
import { useSetting } from './use-setting'
import type { SettingState } from './use-setting'

interface ComparedSetting<Value> {
  /** Current value, from events. */
  now: Value
  /** Saves a value. `old` is the value that the reader saw; the server refuses if it has changed since. */
  save: (value: Value, old: Value) => Promise<unknown>
  /** The error message for that refusal. */
  changedMeanwhile: string
}

/**
 * A setting that is saved on change and never overwrites a change that the user has not seen.
 * Source: docs/protocol/permissions.md#update-form.
 */
export function useComparedSetting<Value>({
  now,
  save,
  changedMeanwhile,
}: ComparedSetting<Value>): SettingState {
  const known = useRef<SavedValue<Value>>(undefined)
  known.current ??= new SavedValue(now)
  const saved = known.current
  saved.hear(now)

  async function send(value: Value, old: Value): Promise<void> {
    try {
      await save(value, old)
    } catch (error) {
      const isConflict = error instanceof RefusedError && error.code === 'EXPECTATION_MISMATCH'
      throw isConflict ? new Error(changedMeanwhile) : error
    }
  }

  return useSetting({
    read: () => now,
    save: (value) => saved.save(value as Value, (old) => send(value as Value, old)),
  })
}
