import { isAdministrator } from '../../../../shared/rules/roles'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { Dialog } from '../../../ui/dialog/dialog'
import { SelectField } from '../../../ui/form/fields'
import { Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import type { User } from '../../../data/records/state'
import { forEachOf } from './for-each-of'
import { rolesToGive } from './roles-to-give'

/** Changes the role of one or more users. */
export function RoleDialog({ people, onClose }: { people: readonly User[]; onClose: () => void }) {
  const { store, toasts } = useApp()
  const [first] = people
  const form = useForm(`people/role/${people.map(({ user_id: id }) => id).join()}`, {
    role: people.every(({ role }) => role === first?.role) ? first?.role : undefined,
  })
  const isOwn = people.some(({ user_id: id }) => id === store.state.user_id)
  const isBelowOwn = !isAdministrator({ role: Number(form.values.value.role) })
  const names = t.groupPicker.list(people.map(({ full_name: name }) => name))

  function close(): void {
    form.reset()
    onClose()
  }

  async function change({ role }: { role: number | undefined }): Promise<void> {
    if (role === undefined) throw new Error(t.peopleTable.noRole)
    const others = people.filter((user) => user.role !== role)
    await forEachOf(others, ({ user_id: id }) =>
      call('PATCH /users/{user_id}', { user_id: id, role }),
    )
    toasts.say(t.peopleTable.roleChanged(names, t.person.roles[role] ?? ''))
    close()
  }

  return (
    <Dialog title={t.peopleTable.roleOf(names)} size="small" onClose={close} keepsOnClickBeside>
      <Form form={form} onSubmit={change} submit={t.peopleTable.changeRoleAction}>
        <SelectField
          name="role"
          label={t.peopleTable.role}
          choices={rolesToGive(store.read('is_owner'))}
          hint={t.peopleTable.roleHints[Number(form.values.value.role)]}
        />
        {isOwn && isBelowOwn && <p class="notice bad">{t.peopleTable.ownRoleWarning}</p>}
      </Form>
    </Dialog>
  )
}
