import type { Stream } from '../../data/records/state'
import { useSignal } from '@preact/signals'
import type { StreamTopicsPolicy } from '../../../shared/rules/empty-topics'
import { maySetTopicsPolicy } from '../../../shared/rules/realm-rights'
import { asRealmUser } from '../../data/rights/permissions'
import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { dayOf } from '../../texts/dates'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { CheckField, SelectField, TextField } from '../../ui/form/fields'
import { FieldRefusal, Form } from '../../ui/form/form'
import { useForm } from '../../parts/form/use-form'
import { folderChoices, privacyChoices, privacyOf, topicsChoices } from './stream-choices'
import { retentionArgument, retentionOf } from './stream-choices'
import type { Privacy, Retention } from './stream-choices'
import { DescriptionField, RetentionFields } from './stream-fields'
import { useStream } from './use-stream'
import styles from './streams.module.css'

interface Values extends Record<string, unknown> {
  name: string
  description: string
  privacy: Privacy
  folder: number | null
  topics: StreamTopicsPolicy
  isDefault: boolean
  retention: Retention
  days: number | undefined
}

/** General settings of a stream: name, description, privacy, folder, retention, archiving. */
export function StreamGeneral() {
  const { store } = useApp()
  const { stream, rights } = useStream()
  const { stream_id: id } = stream
  const now: Values = {
    name: stream.name,
    description: stream.description,
    privacy: privacyOf(stream),
    folder: stream.folder_id,
    topics: stream.topics_policy,
    isDefault: store.read('realm_default_streams').includes(id),
    retention: retentionOf(stream.message_retention_days),
    days: Math.max(stream.message_retention_days ?? 30, 1),
  }
  const form = useForm<Values>(`streams/${String(id)}/general`, now)
  const values = form.values.value
  const folders = store.read('channel_folders')
  const [isAdmin, isOwner] = [store.read('is_admin'), store.read('is_owner')]
  const isLocked = !rights.administer
  const mayChooseTopics = maySetTopicsPolicy(asRealmUser(store.state))
  const mayOpen = rights.read
  const consequence = t.streamGeneral.consequences[`${now.privacy} ${values.privacy}`]

  async function save(wanted: Values): Promise<void> {
    if (wanted.name.trim() === '') throw new FieldRefusal('name', t.newStream.needsName)
    await call('PATCH /streams/{stream_id}', { stream_id: id, ...changesOf(now, wanted) })
  }

  return (
    <>
      {isLocked && <p class={styles['note']}>{t.streamGeneral.readOnly}</p>}
      <Form form={form} onSubmit={save} fieldOf={fieldOf} isOfChanges>
        <TextField
          name="name"
          label={t.newStream.name}
          maxLength={Number(store.state['max_stream_name_length'] ?? 60)}
          disabled={isLocked}
        />
        <DescriptionField
          maxLength={Number(store.state['max_stream_description_length'] ?? 1024)}
          disabled={isLocked}
        />
        <SelectField
          name="privacy"
          label={t.newStream.privacy}
          choices={privacyChoices.map((choice) => ({
            ...choice,
            disabled: values.isDefault && choice.value !== 'public',
          }))}
          disabled={isLocked || !mayOpen}
          hint={
            mayOpen
              ? values.isDefault && t.streamGeneral.noPrivateDefault
              : t.streamGeneral.onlyReaders
          }
        />
        {consequence !== undefined && (
          <p class="notice" role="status">
            {consequence}
          </p>
        )}
        {(folders.length > 0 || now.folder !== null) && (
          <SelectField
            name="folder"
            label={t.newStream.folder}
            choices={folderChoices(folders, now.folder)}
            disabled={isLocked}
          />
        )}
        <SelectField
          name="topics"
          label={t.newStream.topics}
          choices={topicsChoices}
          disabled={isLocked || !mayChooseTopics}
        />
        <CheckField
          name="isDefault"
          label={t.newStream.isDefault}
          disabled={!isAdmin || values.privacy !== 'public'}
          hint={isAdmin ? undefined : t.streamGeneral.adminsOnly}
        />
        <RetentionFields
          disabled={!isOwner}
          {...(isOwner ? {} : { hint: t.streamGeneral.ownersOnly })}
        />
      </Form>
      <p class={styles['note']}>{createdLine(store, stream)}</p>
      {rights.administer && <Archive />}
    </>
  )
}

/** Only changed values are sent, so that concurrent changes of others are not overwritten. */
function changesOf(now: Values, wanted: Values): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  const [name, description] = [wanted.name.trim(), wanted.description.trim()]
  if (name !== now.name) changes['new_name'] = JSON.stringify(name)
  if (description !== now.description) changes['description'] = JSON.stringify(description)
  if (wanted.privacy !== now.privacy) {
    changes['is_private'] = wanted.privacy !== 'public'
    changes['history_public_to_subscribers'] = wanted.privacy !== 'hidden'
  }
  if (wanted.folder !== now.folder) changes['folder_id'] = wanted.folder
  if (wanted.topics !== now.topics) changes['topics_policy'] = wanted.topics
  if (wanted.isDefault !== now.isDefault) changes['is_default_stream'] = wanted.isDefault
  const isKeptOtherwise =
    wanted.retention !== now.retention || (wanted.retention === 'days' && wanted.days !== now.days)
  if (isKeptOtherwise) {
    if (wanted.retention === 'days' && !isDays(wanted.days)) {
      throw new FieldRefusal('days', t.newStream.daysAtLeast)
    }
    changes['message_retention_days'] = retentionArgument(wanted.retention, wanted.days)
  }
  return changes
}

export function isDays(days: unknown): boolean {
  return Number.isInteger(days) && (days as number) >= 1
}

/** The field of an error, from its message. */
function fieldOf({ message }: Error): string {
  if (/topics/i.test(message)) return 'topics'
  if (/default/i.test(message)) return 'isDefault'
  if (/descri/i.test(message)) return 'description'
  if (/folder/i.test(message)) return 'folder'
  return /name/i.test(message) ? 'name' : ''
}

function createdLine(
  store: ReturnType<typeof useApp>['store'],
  { creator_id: creatorId, date_created: seconds }: Pick<Stream, 'creator_id' | 'date_created'>,
): string {
  const when = dayOf(seconds * 1000)
  const who = creatorId === null ? undefined : store.user(creatorId)
  return who ? t.streamGeneral.createdBy(who.full_name, when) : t.streamGeneral.created(when)
}

function Archive() {
  const { navigation, toasts } = useApp()
  const { stream } = useStream()
  const isAsked = useSignal(false)
  const { stream_id: id, name } = stream

  async function archive(): Promise<void> {
    await call('DELETE /streams/{stream_id}', { stream_id: id })
    toasts.say(t.streamGeneral.archived(name))
    navigation.go({ view: 'streams', path: ['archived'] })
  }

  return (
    <div class={styles['end']}>
      <button type="button" class="button danger" onClick={() => (isAsked.value = true)}>
        {t.streamGeneral.archive}
      </button>
      {isAsked.value && (
        <ConfirmDialog
          title={t.streamGeneral.archiveTitle(name)}
          action={t.streamGeneral.archive}
          isDangerous
          onConfirm={archive}
          onClose={() => (isAsked.value = false)}
        >
          <p>{t.streamGeneral.archiveWarning}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
