import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { useApp } from '../../app'
import * as t from '../../i18n/en'
import { Avatar } from '../avatar/avatar'
import { usePeopleInOrder } from '../people/use-people-in-order'
import styles from './streams-dialog.module.css'

/** More are found by their names; those who are chosen are always shown. */
const mostShown = 50

/** Who else is in it: any number of people, found by their names. */
export function PeopleChoice({ chosen }: { chosen: Signal<ReadonlySet<number>> }) {
  const { store } = useApp()
  const filter = useSignal('')
  const found = usePeopleInOrder(filter.value).filter((id) => id !== store.state.user_id)
  const others = found.filter((id) => !chosen.value.has(id))
  const shown = [...chosen.value, ...others.slice(0, mostShown)]
  const isEverybody = others.length === 0 && filter.value === ''

  function toggle(id: number): void {
    chosen.value = chosen.value.has(id)
      ? new Set([...chosen.value].filter((other) => other !== id))
      : new Set([...chosen.value, id])
  }

  return (
    <fieldset class={styles['people']}>
      <legend>{t.streams.members}</legend>
      <div class={styles['tools']}>
        <input
          class="field"
          type="text"
          aria-label={t.people.filter}
          placeholder={t.people.filter}
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
        <button
          type="button"
          class="button"
          onClick={() =>
            (chosen.value = isEverybody ? new Set() : new Set([...chosen.value, ...found]))
          }
        >
          {isEverybody ? t.streams.nobody : t.streams.everybody}
        </button>
      </div>
      <ul role="list" class={styles['choices']}>
        {shown.map((id) => {
          const user = store.user(id)
          return (
            user && (
              <li key={id}>
                <label class={styles['check']}>
                  <input
                    type="checkbox"
                    checked={chosen.value.has(id)}
                    onChange={() => toggle(id)}
                  />
                  <Avatar user={user} size="s" />
                  {user.full_name}
                </label>
              </li>
            )
          )
        })}
      </ul>
    </fieldset>
  )
}
