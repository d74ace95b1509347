import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useApp } from '../../../context/app'
import { byName } from '../../../data/conversations/names'
import * as t from '../../../texts/catalog'
import { FieldFrame } from '../../../ui/form/fields'
import { useFormState } from '../../../ui/form/form'
import { Icon } from '../../../ui/icon/icon'
import { IconButton } from '../../../ui/icon-button/icon-button'
import { Combobox } from '../../../parts/typeahead/combobox'
import { fold } from '../../../lib/fold'
import { rankName } from '../../../lib/name-match'
import type { Suggestion } from '../../../parts/typeahead/suggestion'
import styles from './invitations.module.css'

/** Max number of suggestions. */
const offered = 8

interface ChosenOnesProps {
  kind: 'streams' | 'groups'
  /** Key of the value in the form, a list of ids. */
  name: string
  label: string
}

interface One {
  id: number
  name: string
  icon: 'hash' | 'lock' | 'users'
}

/** Chooses any number of streams or groups that invited users join. */
export function ChosenOnes({ kind, name, label }: ChosenOnesProps) {
  const form = useFormState()
  const all = useOnes(kind)
  const field = useRef<HTMLInputElement>(null)
  const text = useSignal('')
  const chosen = (form.values.value[name] ?? []) as readonly number[]
  const byId = new Map(all.map((one) => [one.id, one]))

  function suggest(query: string): Suggestion[] {
    const wanted = fold(query)
    return all
      .filter(({ id }) => !chosen.includes(id))
      .filter((one) => wanted === '' || rankName(fold(one.name), wanted) !== undefined)
      .slice(0, offered)
      .map(({ id, name: label, icon }) => ({
        key: String(id),
        label,
        mark: { icon },
        insert: '',
      }))
  }

  if (all.length === 0) return null
  return (
    <FieldFrame label={label} refusal={form.refusals.value[name]}>
      {(tie) => (
        <div class={styles['chosen']}>
          {chosen.length > 0 && (
            <ul role="list" aria-label={label}>
              {chosen.map((id) => {
                const one = byId.get(id)
                const shown = one?.name ?? String(id)
                return (
                  <li key={id} class={styles['chip']}>
                    <Icon name={one?.icon ?? 'hash'} />
                    <bdi>{shown}</bdi>
                    <IconButton
                      icon="x"
                      label={t.groupPicker.remove(shown)}
                      onClick={() => {
                        form.set(
                          name,
                          chosen.filter((other) => other !== id),
                        )
                        field.current?.focus()
                      }}
                    />
                  </li>
                )
              })}
            </ul>
          )}
          <Combobox
            id={tie.id}
            label={label}
            placeholder={t.invite.find[kind]}
            class="field"
            inputRef={field}
            value={text.value}
            describedBy={tie['aria-describedby']}
            onInput={(typed) => (text.value = typed)}
            suggest={suggest}
            onChoose={({ key }) => {
              text.value = ''
              form.set(name, [...chosen, Number(key)])
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}

function useOnes(kind: ChosenOnesProps['kind']): readonly One[] {
  const { store } = useApp()
  if (kind === 'streams') {
    return store
      .read('streams')
      .map(({ stream_id: id, name, invite_only: isPrivate }) => {
        const icon = isPrivate ? ('lock' as const) : ('hash' as const)
        return { id, name, icon }
      })
      .sort((a, b) => byName(a.name, b.name))
  }
  return store
    .read('realm_user_groups')
    .filter(({ is_system_group: isSystems, deactivated }) => !isSystems && !deactivated)
    .map(({ id, name }) => ({ id, name, icon: 'users' as const }))
    .sort((a, b) => byName(a.name, b.name))
}
