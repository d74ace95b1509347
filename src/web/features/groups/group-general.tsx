import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { dayOf } from '../../texts/dates'
import { CopyButton } from '../../parts/copy-button/copy-button'
import { TextField } from '../../ui/form/fields'
import { FieldRefusal, Form } from '../../ui/form/form'
import { useForm } from '../../parts/form/use-form'
import styles from '../streams/streams.module.css'
import { DeactivateDialog } from './deactivate-dialog'
import { useGroup } from './use-group'

/** Name, description, mention syntax, and deactivation of a group. */
export function GroupGeneral() {
  const { toasts } = useApp()
  const { group, rights } = useGroup()
  const isAsked = useSignal(false)
  const { id, name, description, is_system_group: isSystems, deactivated } = group
  const form = useForm(`groups/${String(id)}/general`, { name, description })

  async function save(wanted: { name: string; description: string }): Promise<void> {
    const [newName, newDescription] = [wanted.name.trim(), wanted.description.trim()]
    if (newName === '') throw new FieldRefusal('name', t.newGroup.needsName)
    const changes = {
      ...(newName === name ? {} : { name: newName }),
      ...(newDescription === description ? {} : { description: newDescription }),
    }
    if (Object.keys(changes).length > 0) {
      await call('PATCH /user_groups/{user_group_id}', { user_group_id: id, ...changes })
    }
  }

  if (isSystems) {
    return (
      <>
        <p>{description}</p>
        <p class={styles['note']}>{t.groupSettings.isSystem}</p>
      </>
    )
  }
  return (
    <>
      {deactivated && <p class="notice">{t.groupSettings.isDeactivated}</p>}
      {!rights.manage && <p class={styles['note']}>{t.groupGeneral.readOnly}</p>}
      <Form
        form={form}
        onSubmit={save}
        isOfChanges
        fieldOf={({ message }) => (/descri/i.test(message) ? 'description' : 'name')}
      >
        <TextField
          name="name"
          label={t.newGroup.name}
          hint={t.newGroup.nameHint(form.values.value.name)}
          maxLength={100}
          disabled={!rights.manage}
        />
        <TextField
          name="description"
          label={t.newGroup.description}
          lines={2}
          maxLength={1024}
          disabled={!rights.manage}
        />
      </Form>
      <div class={styles['row']}>
        <CopyButton text={`@*${name}*`} label={t.groupGeneral.copyMention} />
      </div>
      <CreatedLine />
      {rights.manage && (
        <div class={styles['end']}>
          {deactivated ? (
            <button
              type="button"
              class="button"
              onClick={() => {
                call('PATCH /user_groups/{user_group_id}', {
                  user_group_id: id,
                  deactivated: false,
                }).catch((error: unknown) => toasts.fail(t.groupList.failed(name), error))
              }}
            >
              {t.groupList.reactivate}
            </button>
          ) : (
            <button type="button" class="button danger" onClick={() => (isAsked.value = true)}>
              {t.groupGeneral.deactivate}
            </button>
          )}
        </div>
      )}
      {isAsked.value && <DeactivateDialog group={group} onClose={() => (isAsked.value = false)} />}
    </>
  )
}

function CreatedLine() {
  const { store } = useApp()
  const { creator_id: creatorId, date_created: seconds } = useGroup().group
  if (seconds === null) return null
  const when = dayOf(seconds * 1000)
  const who = creatorId === null ? undefined : store.user(creatorId)
  return (
    <p class={styles['note']}>
      {t.groupGeneral.createdBy(who?.full_name ?? t.groupGeneral.somebody, when)}
    </p>
  )
}
