import { useSignal } from '@preact/signals'
import { call, send } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { Avatar } from '../../../parts/avatar/avatar'
import { TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { PictureField } from '../../../ui/picture-field/picture-field'
import {
  changedValues,
  fieldOfRefusal,
  formName,
  valueOf,
} from '../../../parts/profile-fields/profile-field'
import type { FieldValue } from '../../../parts/profile-fields/profile-field'
import { ProfileFieldInput } from '../../../parts/profile-fields/profile-field-input'
import { StatusDialog } from '../../frame/status-dialog'

/** The reader's public profile: picture, name, status, profile fields. */
export function Profile() {
  const isSettingStatus = useSignal(false)
  return (
    <>
      <OwnPicture />
      <Facts />
      <div>
        <button type="button" class="button" onClick={() => (isSettingStatus.value = true)}>
          {t.yourMenu.setStatus}
        </button>
      </div>
      {isSettingStatus.value && <StatusDialog onClose={() => (isSettingStatus.value = false)} />}
    </>
  )
}

function OwnPicture() {
  const { store } = useApp()
  const self = store.user(store.state.user_id)
  if (!self) return null
  const isUploaded = store.read('avatar_source') === 'U'
  const mayChange = !store.read('realm_avatar_changes_disabled') || store.read('is_admin')

  async function upload(picture: Blob, name: string): Promise<void> {
    const body = new FormData()
    body.append('file', picture, name)
    await send('/json/users/me/avatar', { method: 'POST', body })
  }

  return (
    <PictureField
      label={t.profile.picture}
      ratio={1}
      disabled={!mayChange}
      onChoose={upload}
      onRemove={isUploaded ? () => call('DELETE /users/me/avatar') : undefined}
    >
      <Avatar user={self} size="l" />
    </PictureField>
  )
}

function Facts() {
  const { store } = useApp()
  const self = store.user(store.state.user_id)
  const isAdmin = store.read('is_admin')
  const fields = store.read('custom_profile_fields')
  const mayRename = isAdmin || !store.read('realm_name_changes_disabled')
  const initial: Record<string, FieldValue | number> = { full_name: self?.full_name ?? '' }
  for (const field of fields) initial[formName(field)] = valueOf(self, field)
  const form = useForm('profile', initial)

  async function save(values: Readonly<Record<string, FieldValue | number>>): Promise<void> {
    const name = String(values['full_name']).trim()
    if (name === '') throw new FieldRefusal('full_name', t.form.required)
    const data = changedValues(self, fields, values)
    if (data.length > 0) await call('PATCH /users/me/profile_data', { data })
    if (name !== self?.full_name) await call('PATCH /settings', { full_name: name })
  }

  return (
    <Form
      form={form}
      isOfChanges
      label={t.profile.title}
      onSubmit={save}
      fieldOf={(error) => fieldOfRefusal(fields, error) ?? 'full_name'}
    >
      <TextField
        name="full_name"
        label={t.profile.name}
        hint={mayRename ? undefined : t.profile.mayNotRename}
        disabled={!mayRename}
        maxLength={100}
        autocomplete="name"
      />
      {fields
        .toSorted((a, b) => a.order - b.order)
        .map((field) => (
          <ProfileFieldInput
            key={field.id}
            field={field}
            disabled={!field.editable_by_user && !isAdmin}
          />
        ))}
    </Form>
  )
}
