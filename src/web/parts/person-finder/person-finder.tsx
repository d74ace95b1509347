import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import { Combobox } from '../typeahead/combobox'
import { findPeople, indexPeople } from '../typeahead/people'

interface PersonFinderProps {
  label: string
  /** Ids of users to leave out. */
  without: ReadonlySet<number>
  onChoose: (userId: number) => void
}

const mostOffered = 8

/** A search field for people; choosing one calls `onChoose` and empties the field. */
export function PersonFinder({ label, without, onChoose }: PersonFinderProps) {
  const { store } = useApp()
  const text = useSignal('')
  const input = useRef<HTMLInputElement>(null)
  const users = store.read('realm_users')
  const fields = store.read('custom_profile_fields')
  const people = useMemo(
    () =>
      indexPeople(
        users.filter(({ user_id: id }) => !without.has(id)),
        fields,
      ),
    [users, fields, [...without].join()],
  )
  return (
    <Combobox
      inputRef={input}
      class="field"
      side="below"
      label={label}
      placeholder={label}
      value={text.value}
      onInput={(typed) => (text.value = typed)}
      suggest={(typed) =>
        findPeople(people, typed, () => 0, mostOffered).map((user) => ({
          key: String(user.user_id),
          insert: String(user.user_id),
          label: user.full_name,
          mark: { userId: user.user_id },
        }))
      }
      onChoose={({ key }) => {
        text.value = ''
        onChoose(Number(key))
        input.current?.focus()
      }}
    />
  )
}
