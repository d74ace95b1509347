import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { Dialog } from '../../../ui/dialog/dialog'
import { Icon } from '../../../ui/icon/icon'
import { IconButton } from '../../../ui/icon-button/icon-button'
import { OrderedList } from '../../../ui/ordered-list/ordered-list'
import type { ProfileField } from '../../../data/records/state'
import { FieldForm } from './field-form'
import styles from '../linkifiers/linkifiers.module.css'

/** Custom profile fields: order, add, edit, delete. */
export function ProfileFields() {
  const { store } = useApp()
  const fields = store.read('custom_profile_fields')
  const isAdmin = store.read('is_admin')
  const edited = useSignal<ProfileField | 'new' | undefined>(undefined)
  const removed = useSignal<ProfileField | undefined>(undefined)
  const close = () => (edited.value = undefined)

  const chosen = removed.value
  return (
    <>
      <p>{t.fieldsAdmin.about}</p>
      {isAdmin && (
        <div>
          <button type="button" class="button primary" onClick={() => (edited.value = 'new')}>
            <Icon name="plus" />
            {t.fieldsAdmin.add}
          </button>
        </div>
      )}
      <OrderedList
        label={t.fieldsAdmin.list}
        items={fields}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        canOrder={isAdmin}
        none={t.fieldsAdmin.none}
        onOrder={(order) => call('PATCH /realm/profile_fields', { order })}
        draw={(field) => (
          <>
            <div class={styles['what']}>
              <strong>{field.name}</strong>
              <span class={styles['template']}>{factsOf(field)}</span>
            </div>
            {isAdmin && (
              <span class={styles['tools']}>
                <IconButton
                  icon="pencil"
                  label={t.fieldsAdmin.editOf(field.name)}
                  onClick={() => (edited.value = field)}
                />
                <IconButton
                  icon="trash-2"
                  label={`${t.fieldsAdmin.remove} ${field.name}`}
                  onClick={() => (removed.value = field)}
                />
              </span>
            )}
          </>
        )}
      />
      {edited.value && (
        <Dialog
          title={
            edited.value === 'new' ? t.fieldsAdmin.add : t.fieldsAdmin.editOf(edited.value.name)
          }
          onClose={close}
          keepsOnClickBeside
        >
          <FieldForm field={edited.value === 'new' ? undefined : edited.value} onSaved={close} />
        </Dialog>
      )}
      {chosen && (
        <ConfirmDialog
          title={t.fieldsAdmin.removeOf(chosen.name)}
          action={t.fieldsAdmin.remove}
          isDangerous
          onClose={() => (removed.value = undefined)}
          onConfirm={() => call('DELETE /realm/profile_fields/{field_id}', { field_id: chosen.id })}
        >
          <p>{t.fieldsAdmin.removeNote}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function factsOf(field: ProfileField): string {
  return [
    t.fieldsAdmin.types[field.type],
    field.hint,
    field.display_in_profile_summary === true && t.fieldsAdmin.inSummaryTag,
    field.required && t.fieldsAdmin.requiredTag,
    !field.editable_by_user && t.fieldsAdmin.reservedTag,
  ]
    .filter(Boolean)
    .join(' · ')
}
