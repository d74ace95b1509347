import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { Dialog } from '../../ui/dialog/dialog'
import { TextField } from '../../ui/form/fields'
import { Form } from '../../ui/form/form'
import { useForm } from '../../parts/form/use-form'
import { IconButton } from '../../ui/icon-button/icon-button'
import { Table } from '../../ui/table/table'
import type { Column } from '../../ui/table/table'
import type { ChannelFolder } from '../../data/records/state'
import styles from './streams.module.css'

/** Channel folders: create, rename, reorder, archive; for administrators. */
export function Folders() {
  const { store, toasts } = useApp()
  const editing = useSignal<ChannelFolder | undefined>(undefined)
  const folders = store.read('channel_folders')
  const streams = store.read('streams')
  const countOf = ({ id }: ChannelFolder) => streams.filter((one) => one.folder_id === id).length

  const attempt = (doing: Promise<unknown>) =>
    void doing.catch((error: unknown) => toasts.fail(t.streamFolders.failed, error))

  function move(folder: ChannelFolder, step: 1 | -1): void {
    const order = folders.map(({ id }) => id)
    const place = order.indexOf(folder.id)
    order.splice(place, 1)
    order.splice(place + step, 0, folder.id)
    attempt(call('PATCH /channel_folders', { order }))
  }

  function archive({ id, is_archived: isArchived }: ChannelFolder): void {
    attempt(
      call('PATCH /channel_folders/{channel_folder_id}', {
        channel_folder_id: id,
        is_archived: !isArchived,
      }),
    )
  }

  const columns: Column<ChannelFolder>[] = [
    {
      key: 'name',
      title: t.streamFolders.name,
      cell: ({ name, description, is_archived: isArchived }) => (
        <div class={styles['about']}>
          <span>
            <bdi>{name}</bdi>
            {isArchived && <span class={styles['note']}> {t.streamFolders.archived}</span>}
          </span>
          {description !== '' && <p title={description}>{description}</p>}
        </div>
      ),
    },
    {
      key: 'streams',
      title: t.streamFolders.streams,
      width: '5rem',
      cell: (folder) => countOf(folder),
    },
    {
      key: 'tools',
      title: t.streamFolders.tools,
      width: '18.5rem',
      isTools: true,
      cell: (folder) => {
        const place = folders.indexOf(folder)
        const { name, is_archived: isArchived } = folder
        return (
          <>
            <IconButton
              icon="arrow-up"
              label={t.streamFolders.up(name)}
              disabled={place === 0}
              onClick={() => move(folder, -1)}
            />
            <IconButton
              icon="arrow-down"
              label={t.streamFolders.down(name)}
              disabled={place === folders.length - 1}
              onClick={() => move(folder, 1)}
            />
            <button
              type="button"
              class="button"
              aria-label={t.streamFolders.editOf(name)}
              onClick={() => (editing.value = folder)}
            >
              {t.streamFolders.edit}
            </button>
            <button
              type="button"
              class="button"
              aria-label={
                isArchived ? t.streamFolders.restoreOf(name) : t.streamFolders.archiveOf(name)
              }
              onClick={() => archive(folder)}
            >
              {isArchived ? t.streamFolders.restore : t.streamFolders.archive}
            </button>
          </>
        )
      },
    },
  ]

  return (
    <>
      <p class={styles['note']}>{t.streamFolders.intro}</p>
      <FolderForm />
      <Table
        label={t.streamFolders.label}
        find={t.streamFolders.find}
        none={t.streamFolders.none}
        rows={folders}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={columns}
      />
      {editing.value && (
        <Dialog
          title={t.streamFolders.editTitle(editing.value.name)}
          size="small"
          keepsOnClickBeside
          onClose={() => (editing.value = undefined)}
        >
          <FolderForm folder={editing.value} onSaved={() => (editing.value = undefined)} />
        </Dialog>
      )}
    </>
  )
}

interface FolderFormProps {
  /** The folder to edit; undefined adds one. */
  folder?: ChannelFolder
  onSaved?: () => void
}

function FolderForm({ folder, onSaved }: FolderFormProps) {
  const { store } = useApp()
  const form = useForm(`streams/folders/${String(folder?.id ?? 'new')}`, {
    name: folder?.name ?? '',
    description: folder?.description ?? '',
  })
  return (
    <Form
      form={form}
      submit={folder ? t.streamFolders.save : t.streamFolders.create}
      fieldOf={({ message }) => (/descri/i.test(message) ? 'description' : 'name')}
      onSaved={onSaved}
      onSubmit={(values) =>
        folder
          ? call('PATCH /channel_folders/{channel_folder_id}', {
              channel_folder_id: folder.id,
              ...values,
            })
          : call('POST /channel_folders/create', values)
      }
    >
      <TextField
        name="name"
        label={t.streamFolders.name}
        maxLength={Number(store.state['max_channel_folder_name_length'] ?? 60)}
      />
      <TextField
        name="description"
        label={t.streamFolders.description}
        maxLength={Number(store.state['max_channel_folder_description_length'] ?? 1024)}
      />
    </Form>
  )
}
