import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { TextField } from '../../ui/form/fields'
import { FieldRefusal, Form } from '../../ui/form/form'
import { useForm } from '../../parts/form/use-form'
import { GroupPicker } from '../../parts/group-picker/group-picker'
import { nobodyChosen, PeopleChoice } from '../../parts/people-choice/people-choice'
import { declarationsOf, membersAndGroups } from '../../data/people/group-values'
import type { GroupValue } from '../../data/records/state'
import { defaultPermission } from '../streams/default-permission'
import styles from '../streams/streams.module.css'
import { permissionNames } from './group-permissions'

interface Values extends Record<string, unknown> {
  name: string
  description: string
  members: GroupValue
  /** Permissions that differ from the default. */
  permissions: Readonly<Record<string, GroupValue>>
}

/** Form for a new group of people and subgroups. */
export function NewGroup() {
  const { store, navigation } = useApp()
  const form = useForm<Values>('groups/new', {
    name: '',
    description: '',
    members: nobodyChosen,
    permissions: {},
  })
  const values = form.values.value
  const declarations = declarationsOf(store.state, 'group')
  const ownId = store.state.user_id

  async function create(wanted: Values): Promise<void> {
    const name = wanted.name.trim()
    if (name === '') throw new FieldRefusal('name', t.newGroup.needsName)
    const { direct_members: members, direct_subgroups: subgroups } = membersAndGroups(
      wanted.members,
    )
    const { group_id: id } = await call('POST /user_groups/create', {
      name,
      description: wanted.description.trim(),
      members: [...new Set([ownId, ...members])],
      subgroups,
      ...wanted.permissions,
    })
    navigation.go({ view: 'groups', path: [String(id), 'members'] })
  }

  return (
    <Form
      form={form}
      onSubmit={create}
      submit={t.newGroup.submit}
      fieldOf={({ message }) => {
        if (/descri/i.test(message)) return 'description'
        return /name|already exists/i.test(message) ? 'name' : ''
      }}
    >
      <TextField
        name="name"
        label={t.newGroup.name}
        hint={values.name.trim() === '' ? undefined : t.newGroup.nameHint(values.name.trim())}
        maxLength={100}
      />
      <TextField name="description" label={t.newGroup.description} lines={2} maxLength={1024} />
      <PeopleChoice
        label={t.newGroup.members}
        value={values.members}
        onChange={(members) => form.set('members', members)}
        hint={t.newGroup.membersHint}
      />
      <details class={styles['more']}>
        <summary>{t.newGroup.permissions}</summary>
        {permissionNames.map((name) => (
          <div key={name} class={styles['permission']}>
            <GroupPicker
              label={t.groupPermissions.names[name] ?? name}
              value={values.permissions[name] ?? defaultPermission(store.state, declarations[name])}
              declaration={declarations[name]}
              onChange={(value) =>
                form.set('permissions', { ...values.permissions, [name]: value })
              }
            />
          </div>
        ))}
      </details>
    </Form>
  )
}
