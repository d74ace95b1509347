import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import { byName } from '../../data/conversations/names'
import * as t from '../../texts/catalog'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { Dialog } from '../../ui/dialog/dialog'
import { SelectField } from '../../ui/form/fields'
import { FieldRefusal, Form } from '../../ui/form/form'
import { useForm } from '../../parts/form/use-form'
import { SettingGroup } from '../../parts/setting/setting'
import { Table } from '../../ui/table/table'
import type { Column } from '../../ui/table/table'
import type { DefaultStreamGroup, Stream } from '../../data/records/state'
import { GroupForm } from './default-group-form'
import styles from './streams.module.css'

/** Default streams, and groups of default streams that new users can choose; for administrators. */
export function DefaultStreams() {
  const { store, navigation, toasts } = useApp()
  const defaults = new Set(store.read('realm_default_streams'))
  const streams = store.read('streams')
  const rows = streams.filter(({ stream_id: id }) => defaults.has(id))
  const columns: Column<Stream>[] = [
    {
      key: 'name',
      title: t.streamList.name,
      sortBy: ({ name }) => name,
      cell: ({ stream_id: id, name }) => (
        <a href={navigation.hrefOf({ view: 'streams', path: [String(id), name] })}>{name}</a>
      ),
    },
    {
      key: 'tools',
      title: t.streamList.tools,
      width: '7rem',
      isTools: true,
      cell: (stream) => (
        <button
          type="button"
          class="button"
          aria-label={t.defaultStreams.removeOf(stream.name)}
          onClick={() => {
            call('DELETE /default_streams', { stream_id: stream.stream_id }).catch(
              (error: unknown) => toasts.fail(t.streamFolders.failed, error),
            )
          }}
        >
          {t.defaultStreams.remove}
        </button>
      ),
    },
  ]
  return (
    <>
      <p class={styles['note']}>{t.defaultStreams.intro}</p>
      <AddDefault
        candidates={streams.filter(
          ({ stream_id: id, invite_only: isPrivate }) => !isPrivate && !defaults.has(id),
        )}
      />
      <Table
        label={t.defaultStreams.label}
        none={t.defaultStreams.none}
        rows={rows}
        keyOf={({ stream_id: id }) => id}
        nameOf={({ name }) => name}
        columns={columns}
        sortedBy={{ column: 'name' }}
      />
      <SettingGroup title={t.defaultStreams.groups}>
        <Groups />
      </SettingGroup>
    </>
  )
}

function AddDefault({ candidates }: { candidates: readonly Stream[] }) {
  const form = useForm<{ stream: number | undefined }>('streams/defaults/add', {
    stream: undefined,
  })
  if (candidates.length === 0) return null
  return (
    <Form
      form={form}
      submit={t.defaultStreams.addButton}
      label={t.defaultStreams.add}
      onSubmit={async ({ stream }) => {
        if (stream === undefined) throw new FieldRefusal('stream', t.defaultStreams.choose)
        await call('POST /default_streams', { stream_id: stream })
      }}
    >
      <SelectField
        name="stream"
        label={t.defaultStreams.add}
        choices={candidates
          .toSorted((a, b) => byName(a.name, b.name))
          .map(({ stream_id: value, name: label }) => ({ value, label }))}
      />
    </Form>
  )
}

function Groups() {
  const { store } = useApp()
  const editing = useSignal<DefaultStreamGroup | 'new' | undefined>(undefined)
  const deleting = useSignal<DefaultStreamGroup | undefined>(undefined)
  const groups = store.read('realm_default_stream_groups')
  const nameOf = (id: number) => store.stream(id)?.name
  const columns: Column<DefaultStreamGroup>[] = [
    {
      key: 'name',
      title: t.streamFolders.name,
      sortBy: ({ name }) => name,
      cell: ({ name, description }) => (
        <div class={styles['about']}>
          <bdi>{name}</bdi>
          <p title={description}>{description}</p>
        </div>
      ),
    },
    {
      key: 'streams',
      title: t.defaultStreams.groupStreams,
      cell: ({ streams }) => streams.map(nameOf).filter(Boolean).join(', '),
    },
    {
      key: 'tools',
      title: t.streamFolders.tools,
      width: '11rem',
      isTools: true,
      cell: (group) => (
        <>
          <button
            type="button"
            class="button"
            aria-label={t.defaultStreams.editOf(group.name)}
            onClick={() => (editing.value = group)}
          >
            {t.defaultStreams.edit}
          </button>
          <button
            type="button"
            class="button"
            aria-label={t.defaultStreams.deleteOf(group.name)}
            onClick={() => (deleting.value = group)}
          >
            {t.defaultStreams.delete}
          </button>
        </>
      ),
    },
  ]
  const close = () => (editing.value = undefined)
  const chosen = deleting.value
  return (
    <>
      <p class={styles['note']}>{t.defaultStreams.groupsIntro}</p>
      <Table
        label={t.defaultStreams.groups}
        none={t.defaultStreams.noGroups}
        rows={groups}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={columns}
        tools={
          <button type="button" class="button" onClick={() => (editing.value = 'new')}>
            {t.defaultStreams.createGroup}
          </button>
        }
      />
      {editing.value && (
        <Dialog
          title={editing.value === 'new' ? t.defaultStreams.createGroup : editing.value.name}
          keepsOnClickBeside
          onClose={close}
        >
          <GroupForm group={editing.value === 'new' ? undefined : editing.value} onSaved={close} />
        </Dialog>
      )}
      {chosen && (
        <ConfirmDialog
          title={t.defaultStreams.deleteTitle(chosen.name)}
          action={t.defaultStreams.delete}
          isDangerous
          onConfirm={async () => {
            await call('DELETE /default_stream_groups/{group_id}', {
              group_id: chosen.id,
            })
          }}
          onClose={() => (deleting.value = undefined)}
        >
          <p>{t.defaultStreams.deleteWarning}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
