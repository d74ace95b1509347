import { useSignal } from '@preact/signals'
import * as t from '../../texts/catalog'
import styles from './search-box.module.css'

/** A date picker for the filter that is being typed. */
export function DayRow({ onChoose }: { onChoose: (day: string) => void }) {
  const day = useSignal('')
  const choose = () => {
    if (day.value !== '') onChoose(day.value)
  }
  return (
    <div class={styles['row']}>
      <input
        class="field"
        type="date"
        aria-label={t.searching.day}
        value={day.value}
        onInput={({ currentTarget }) => (day.value = currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          choose()
        }}
      />
      <button type="button" class="button" disabled={day.value === ''} onClick={choose}>
        {t.searching.useDay}
      </button>
    </div>
  )
}
