import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { Dialog } from '../../../ui/dialog/dialog'
import { SelectField, TextField } from '../../../ui/form/fields'
import { Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import {
  changedValues,
  fieldOfRefusal,
  formName,
  valueOf,
} from '../../../parts/profile-fields/profile-field'
import type { FieldValue } from '../../../parts/profile-fields/profile-field'
import { ProfileFieldInput } from '../../../parts/profile-fields/profile-field-input'
import type { User } from '../../../data/records/state'
import { addressOf } from './person-facts'
import styles from './people.module.css'
import { rolesToGive } from './roles-to-give'

/** Edits a user's name, role and profile fields. */
export function EditPerson({ person, onClose }: { person: User; onClose: () => void }) {
  const { store } = useApp()
  const fields = store.read('custom_profile_fields')
  const initial: Record<string, FieldValue | number> = {
    full_name: person.full_name,
    role: person.role,
  }
  for (const field of fields) initial[formName(field)] = valueOf(person, field)
  const form = useForm(`people/edit/${String(person.user_id)}`, initial)

  function close(): void {
    form.reset()
    onClose()
  }

  async function save(values: Readonly<Record<string, FieldValue | number>>): Promise<void> {
    const { full_name: name, role } = values
    const data = changedValues(person, fields, values)
    await call('PATCH /users/{user_id}', {
      user_id: person.user_id,
      full_name: typeof name === 'string' && name !== person.full_name ? name : undefined,
      role: typeof role === 'number' && role !== person.role ? role : undefined,
      profile_data: data.length === 0 ? undefined : data,
    })
  }

  return (
    <Dialog title={t.peopleTable.editTitle(person.full_name)} onClose={close} keepsOnClickBeside>
      <p class={styles['email']}>{addressOf(person)}</p>
      <Form
        form={form}
        onSubmit={save}
        onSaved={close}
        fieldOf={(error) =>
          fieldOfRefusal(fields, error) ?? (/name/i.test(error.message) ? 'full_name' : 'role')
        }
        more={
          <button type="button" class="button" onClick={close}>
            {t.dialog.cancel}
          </button>
        }
      >
        <TextField name="full_name" label={t.peopleTable.fullName} maxLength={100} autofocus />
        <SelectField
          name="role"
          label={t.peopleTable.role}
          choices={rolesToGive(store.read('is_owner'))}
        />
        {fields
          .toSorted((a, b) => a.order - b.order)
          .map((field) => (
            <ProfileFieldInput key={field.id} field={field} />
          ))}
      </Form>
    </Dialog>
  )
}
