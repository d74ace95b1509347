import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { FieldFrame } from '../../../ui/form/fields'
import { useFormState } from '../../../ui/form/form'
import { Combobox } from '../../../parts/typeahead/combobox'
import { findPeople, indexPeople } from '../../../parts/typeahead/people'

interface PersonFieldProps {
  /** Key of the user id in the form. */
  name: string
  label: string
  hint?: string
}

/** Chooses one user, with suggestions by name. */
export function PersonField({ name, label, hint }: PersonFieldProps) {
  const { store } = useApp()
  const form = useFormState()
  const input = useRef<HTMLInputElement>(null)
  const typed = useSignal<string | undefined>(undefined)
  const users = store.read('realm_users')
  const fields = store.read('custom_profile_fields')
  const people = useMemo(
    () =>
      indexPeople(
        users.filter((user) => !user.is_bot),
        fields,
      ),
    [users, fields],
  )
  const id = form.values.value[name]
  const now = typeof id === 'number' ? (store.user(id)?.full_name ?? '') : ''

  return (
    <FieldFrame label={label} hint={hint} refusal={form.refusals.value[name]}>
      {(tie) => (
        <Combobox
          label={label}
          class="field"
          side="below"
          value={typed.value ?? now}
          isInvalid={tie['aria-invalid'] ?? false}
          describedBy={tie['aria-describedby']}
          inputRef={input}
          onInput={(text) => (typed.value = text)}
          suggest={(text) =>
            findPeople(people, typed.value === undefined ? '' : text, () => 0, 8).map((user) => ({
              key: String(user.user_id),
              label: user.full_name,
              hint: user.email,
              mark: { userId: user.user_id },
              insert: user.full_name,
            }))
          }
          onChoose={({ key }) => {
            typed.value = undefined
            form.set(name, Number(key))
          }}
          onBlur={() => {
            const text = typed.peek()
            typed.value = undefined
            if (text === undefined || text.trim() === '' || text === now) return
            const same = users.find((user) => !user.is_bot && user.full_name === text.trim())
            if (same) form.set(name, same.user_id)
            else form.refuse(name, t.bots.nobodyOf)
          }}
        />
      )}
    </FieldFrame>
  )
}
