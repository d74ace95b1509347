import { useRef } from 'preact/hooks'
import { RefusedError } from '../../api/errors'
import { SavedValue } from './saved-value'
import { useSetting } from './use-setting'
import type { SettingState } from './use-setting'

interface ComparedSetting<Value> {
  /** What is so now, as events tell. */
  now: Value
  /** Saves another value; `old` is what the reader saw, for the server to refuse where it has changed. */
  save: (value: Value, old: Value) => Promise<unknown>
  /** How that is said. */
  changedMeanwhile: string
}

/**
 * A setting of which nobody undoes what another has chosen meanwhile, saved as soon as it is changed.
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
