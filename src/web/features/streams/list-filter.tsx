import { useSignal } from '@preact/signals'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { Select } from '../../ui/form/fields'
import type { Choice } from '../../ui/form/fields'
import type { Stream } from '../../data/records/state'
import styles from './streams.module.css'

export interface ListFilter {
  has: (stream: Stream) => boolean
  /** Changes with the chosen filter. */
  key: string
  controls: readonly FilterControl[]
}

interface FilterControl {
  label: string
  choices: readonly Choice[]
  value: unknown
  onChoose: (value: unknown) => void
}

/** Filter of a list of streams, by kind, and by folder if there are folders. */
export function useListFilter(): ListFilter {
  const { store } = useApp()
  const kind = useSignal<unknown>('all')
  const folder = useSignal<unknown>('all')
  const folders = store.read('channel_folders').filter(({ is_archived: isArchived }) => !isArchived)
  const ofKind = {
    label: t.streamList.kind,
    choices: [
      { value: 'all', label: t.streamList.everyKind },
      { value: 'public', label: t.streamList.public },
      { value: 'private', label: t.streamList.private },
    ],
    value: kind.value,
    onChoose: (value: unknown) => (kind.value = value),
  }
  const ofFolder = {
    label: t.streamList.folder,
    choices: [
      { value: 'all', label: t.streamList.everyFolder },
      { value: null, label: t.streamList.noFolder },
      ...folders.map(({ id, name }) => ({ value: id, label: name })),
    ],
    value: folder.value,
    onChoose: (value: unknown) => (folder.value = value),
  }
  return {
    key: `${String(kind.value)} ${String(folder.value)}`,
    has: ({ invite_only: isPrivate, folder_id: folderId }) =>
      (kind.value === 'all' || (kind.value === 'private') === isPrivate) &&
      (folder.value === 'all' || folder.value === folderId),
    controls: folders.length > 0 ? [ofKind, ofFolder] : [ofKind],
  }
}

/** Selects of the filter, beside the search field. */
export function kindFilter({ controls }: ListFilter) {
  return (
    <>
      {controls.map(({ label, choices, value, onChoose }) => (
        <div key={label} class={styles['filter']}>
          <Select
            tie={{ 'aria-label': label }}
            choices={choices}
            value={value}
            onChoose={onChoose}
          />
        </div>
      ))}
    </>
  )
}
