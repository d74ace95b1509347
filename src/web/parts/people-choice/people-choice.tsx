import { useApp } from '../../context/app'
import { peopleIn } from '../../data/groups/members'
import { membersAndGroups, rolesFor } from '../../data/people/group-values'
import type { GroupValue } from '../../data/records/state'
import { ParticularGroup } from '../group-picker/particular-group'
import styles from './people-choice.module.css'

/** The empty choice. */
export const nobodyChosen: GroupValue = { direct_members: [], direct_subgroups: [] }

interface PeopleChoiceProps {
  label: string
  value: GroupValue
  onChange: (value: GroupValue) => void
  hint?: string | undefined
}

/** Chooses people by name, group or role, with a search field. */
export function PeopleChoice({ label, value, onChange, hint }: PeopleChoiceProps) {
  const { store } = useApp()
  const roles = rolesFor(store.read('realm_user_groups'), undefined)
  return (
    <div class={styles['choice']} role="group" aria-label={label}>
      <p class={styles['label']} aria-hidden="true">
        {label}
      </p>
      <ParticularGroup
        label={label}
        value={value}
        roles={roles.filter(({ name }) => name !== 'role:nobody')}
        mayBeEmpty
        disabled={false}
        onChange={onChange}
      />
      {hint !== undefined && <p class={styles['hint']}>{hint}</p>}
    </div>
  )
}

/** Ids of the chosen active people; bots only if chosen by name. */
export function useChosenPeople(value: GroupValue): ReadonlySet<number> {
  const { store } = useApp()
  const chosen = membersAndGroups(value)
  const all = peopleIn(store.read('realm_user_groups'), chosen)
  const named = new Set(chosen.direct_members)
  const people = store
    .read('realm_users')
    .filter(({ user_id: id, is_bot: isBot }) => all.has(id) && (!isBot || named.has(id)))
  return new Set(people.map(({ user_id: id }) => id))
}
