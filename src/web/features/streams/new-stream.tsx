import { isSameName } from '../../../shared/rules/letter-case'
import { maySetDeletionPolicy } from '../../../shared/rules/realm-rights'
import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { CheckField, SelectField, TextField } from '../../ui/form/fields'
import { FieldRefusal, Form } from '../../ui/form/form'
import { useForm } from '../../parts/form/use-form'
import { GroupPicker } from '../../parts/group-picker/group-picker'
import {
  nobodyChosen,
  PeopleChoice,
  useChosenPeople,
} from '../../parts/people-choice/people-choice'
import { declarationsOf } from '../../data/people/group-values'
import { asRealmUser } from '../../data/rights/permissions'
import type { GroupValue } from '../../data/records/state'
import { defaultPermission } from './default-permission'
import { folderChoices, privacyChoices, retentionArgument } from './stream-choices'
import type { Privacy, Retention } from './stream-choices'
import { DescriptionField, RetentionFields } from './stream-fields'
import { isDays } from './stream-general'
import { permissionNames, takesDeletionPolicy } from './stream-permissions'
import styles from './streams.module.css'

interface Values extends Record<string, unknown> {
  name: string
  description: string
  privacy: Privacy
  announces: boolean
  isDefault: boolean
  folder: number | null
  retention: Retention
  days: number | undefined
  members: GroupValue
  tells: boolean
  /** Permissions that differ from the default. */
  permissions: Readonly<Record<string, GroupValue>>
}

/** Form for a new stream, with subscribers and permissions. */
export function NewStream() {
  const { store, navigation } = useApp()
  const mayPublic = store.read('can_create_public_streams')
  const mayPrivate = store.read('can_create_private_streams')
  const form = useForm<Values>('streams/new', {
    name: '',
    description: '',
    privacy: mayPublic ? 'public' : 'shared',
    announces: true,
    isDefault: false,
    folder: null,
    retention: 'realm_default',
    days: 30,
    members: nobodyChosen,
    tells: true,
    permissions: {},
  })
  const values = form.values.value
  const ownId = store.state.user_id
  const others = [...useChosenPeople(values.members)].filter((id) => id !== ownId)
  const announcing = store.stream(Number(store.read('realm_new_stream_announcements_stream_id')))
  const maySetDeletion = maySetDeletionPolicy(asRealmUser(store.state))
  const offered = permissionNames.filter((name) => maySetDeletion || !takesDeletionPolicy(name))
  const folders = store.read('channel_folders').filter(({ is_archived: isArchived }) => !isArchived)
  const declarations = declarationsOf(store.state, 'stream')
  const isPublic = values.privacy === 'public'

  async function create(wanted: Values): Promise<void> {
    const name = wanted.name.trim()
    if (name === '') throw new FieldRefusal('name', t.newStream.needsName)
    // The call would subscribe to an existing stream of this name.
    const isTaken = store.state.streams.some((one) => isSameName(one.name, name))
    if (isTaken) throw new FieldRefusal('name', t.newStream.isTaken)
    if (wanted.retention === 'days' && !isDays(wanted.days)) {
      throw new FieldRefusal('days', t.newStream.daysAtLeast)
    }
    await call('POST /users/me/subscriptions', {
      subscriptions: [{ name, description: wanted.description.trim() }],
      invite_only: !isPublic,
      history_public_to_subscribers: wanted.privacy !== 'hidden',
      announce: isPublic && wanted.announces,
      ...(isPublic && wanted.isDefault ? { is_default_stream: true } : {}),
      ...(wanted.folder === null ? {} : { folder_id: wanted.folder }),
      ...(wanted.retention === 'realm_default'
        ? {}
        : { message_retention_days: retentionArgument(wanted.retention, wanted.days) }),
      ...(others.length > 0
        ? { principals: [ownId, ...others], send_new_subscription_messages: wanted.tells }
        : {}),
      ...wanted.permissions,
    })
    // The creation event may arrive after the response, so the id is fetched.
    const { stream_id: streamId } = await call('GET /get_stream_id', {
      stream: name,
    })
    navigation.go({ view: 'narrow', narrow: [{ operator: 'channel', operand: streamId }] })
  }

  return (
    <Form form={form} onSubmit={create} submit={t.newStream.submit} fieldOf={fieldOf}>
      <TextField
        name="name"
        label={t.newStream.name}
        maxLength={Number(store.state['max_stream_name_length'] ?? 60)}
      />
      <DescriptionField maxLength={Number(store.state['max_stream_description_length'] ?? 1024)} />
      <SelectField
        name="privacy"
        label={t.newStream.privacy}
        choices={privacyChoices.filter(({ value }) =>
          value === 'public' ? mayPublic : mayPrivate,
        )}
      />
      {isPublic && announcing && (
        <CheckField
          name="announces"
          label={t.newStream.announce}
          hint={t.newStream.announceIn(announcing.name)}
        />
      )}
      {folders.length > 0 && (
        <SelectField name="folder" label={t.newStream.folder} choices={folderChoices(folders)} />
      )}
      {store.read('can_subscribe_other_users') && (
        <>
          <PeopleChoice
            label={t.newStream.members}
            value={values.members}
            onChange={(members) => form.set('members', members)}
            hint={others.length > 0 ? t.newStream.membersHint(others.length) : undefined}
          />
          {others.length > 0 && <CheckField name="tells" label={t.newStream.tell} />}
        </>
      )}
      <details class={styles['more']}>
        <summary>{t.newStream.permissions}</summary>
        {offered.map((name) => (
          <div key={name} class={styles['permission']}>
            <GroupPicker
              label={t.streamPermissions.names[name] ?? name}
              value={values.permissions[name] ?? defaultPermission(store.state, declarations[name])}
              declaration={declarations[name]}
              onChange={(value) =>
                form.set('permissions', { ...values.permissions, [name]: value })
              }
            />
          </div>
        ))}
        {store.read('is_admin') && isPublic && (
          <CheckField name="isDefault" label={t.newStream.isDefault} />
        )}
        {store.read('is_owner') && <RetentionFields />}
      </details>
    </Form>
  )
}

/** The field of an error, from its message. */
function fieldOf({ message }: Error): string {
  if (/descri/i.test(message)) return 'description'
  if (/folder/i.test(message)) return 'folder'
  return /name/i.test(message) ? 'name' : ''
}
