import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reasonOf } from '../../lib/reason-of'
import { useApp } from '../../context/app'
import { isSame } from '../../lib/is-same'
import type { SettingTarget } from './target'

export interface SettingState {
  /** The chosen value while it is being saved, else the current value. */
  value: unknown
  refusal: string | undefined
  isBusy: boolean
  isSaved: boolean
  save(value: unknown): Promise<void>
  /** Shows an error about the typed text. */
  refuse(text: string): void
}

/**
 * A value being saved, and the older values that late events may still report: the value before, and earlier choices.
 * It is shown until an event reports a different value.
 */
interface Choice {
  value: unknown
  older: readonly unknown[]
  isBusy: boolean
}

/** A setting that is saved on change: the chosen value is shown at once, and reverted on an error. */
export function useSetting(target: SettingTarget): SettingState {
  const app = useApp()
  const chosen = useSignal<Choice | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const isSaved = useSignal(false)
  const now = target.read(app)
  const choice = chosen.value
  // The event may arrive after the response.
  const isOlder = choice && choice.older.some((value) => isSame(now, value))
  const isAwaited = choice && (choice.isBusy || (isOlder && !isSame(now, choice.value)))
  // The setting has left its older values; any later change, even back to them, is another client's.
  useEffect(() => {
    if (choice && !isAwaited && chosen.peek() === choice) chosen.value = undefined
  }, [choice, isAwaited])
  return {
    value: isAwaited ? choice.value : now,
    refusal: refusal.value,
    isBusy: choice?.isBusy === true,
    isSaved: isSaved.value,
    refuse(text) {
      isSaved.value = false
      refusal.value = text
    },
    async save(value) {
      const older = isAwaited ? [...choice.older, choice.value] : [now]
      const wanted: Choice = { value, older, isBusy: true }
      chosen.value = wanted
      refusal.value = undefined
      isSaved.value = false
      try {
        await target.save(value)
        if (chosen.peek() !== wanted) return
        chosen.value = { ...wanted, isBusy: false }
        isSaved.value = true
      } catch (error) {
        if (chosen.peek() !== wanted) return
        chosen.value = undefined
        refusal.value = reasonOf(error)
      }
    },
  }
}
