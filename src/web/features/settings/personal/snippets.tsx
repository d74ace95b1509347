import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { Dialog } from '../../../ui/dialog/dialog'
import { TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { IconButton } from '../../../ui/icon-button/icon-button'
import { Table } from '../../../ui/table/table'
import type { SavedSnippet } from '../../../data/records/state'
import styles from './personal.module.css'

/** Saved snippets. */
export function Snippets() {
  const { store } = useApp()
  const edited = useSignal<SavedSnippet | 'new' | undefined>(undefined)
  const removed = useSignal<SavedSnippet | undefined>(undefined)
  const remove = ({ id }: SavedSnippet) =>
    call('DELETE /saved_snippets/{saved_snippet_id}', { saved_snippet_id: id })

  return (
    <>
      <p class={styles['soft']}>{t.snippets.about}</p>
      <Table
        label={t.snippets.title}
        rows={store.read('saved_snippets')}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        textOf={({ title, content }) => `${title} ${content}`}
        none={t.snippets.none}
        sortedBy={{ column: 'title' }}
        tools={
          <button type="button" class="button" onClick={() => (edited.value = 'new')}>
            {t.snippets.add}
          </button>
        }
        bulk={[
          {
            label: t.snippets.removeAll,
            run: async (chosen) => {
              for (const one of chosen) await remove(one)
            },
          },
        ]}
        columns={[
          {
            key: 'title',
            title: t.snippets.name,
            sortBy: ({ title }) => title,
            cell: ({ title }) => title,
          },
          {
            key: 'content',
            title: t.snippets.content,
            width: 'minmax(0, 2fr)',
            cell: ({ content }) => <span class={styles['preview']}>{content}</span>,
          },
          {
            key: 'tools',
            title: t.table.actions,
            isTools: true,
            width: '4.5rem',
            cell: (snippet) => (
              <>
                <IconButton
                  icon="pencil"
                  label={t.snippets.editOf(snippet.title)}
                  onClick={() => (edited.value = snippet)}
                />
                <IconButton
                  icon="trash-2"
                  label={t.snippets.removeOf(snippet.title)}
                  onClick={() => (removed.value = snippet)}
                />
              </>
            ),
          },
        ]}
      />
      {edited.value && (
        <SnippetDialog
          snippet={edited.value === 'new' ? undefined : edited.value}
          onClose={() => (edited.value = undefined)}
        />
      )}
      {removed.value && (
        <ConfirmDialog
          title={t.snippets.removeTitle(removed.value.title)}
          action={t.snippets.removeAll}
          isDangerous
          onConfirm={() => remove(removed.value as SavedSnippet).then(() => undefined)}
          onClose={() => (removed.value = undefined)}
        >
          <p>{t.snippets.removeWarning}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function SnippetDialog(props: { snippet: SavedSnippet | undefined; onClose: () => void }) {
  const { snippet, onClose } = props
  const form = useForm(`snippets/${String(snippet?.id ?? 'new')}`, {
    title: snippet?.title ?? '',
    content: snippet?.content ?? '',
  })

  async function save({ title, content }: { title: string; content: string }): Promise<void> {
    const values = { title: title.trim(), content }
    if (values.title === '') throw new FieldRefusal('title', t.form.required)
    if (content.trim() === '') throw new FieldRefusal('content', t.form.required)
    if (snippet)
      await call('PATCH /saved_snippets/{saved_snippet_id}', {
        saved_snippet_id: snippet.id,
        ...values,
      })
    else await call('POST /saved_snippets', values)
  }

  return (
    <Dialog title={snippet ? t.snippets.edit : t.snippets.add} onClose={onClose} keepsOnClickBeside>
      <Form form={form} onSubmit={save} submit={t.snippets.save} onSaved={onClose}>
        <TextField name="title" label={t.snippets.name} maxLength={60} autofocus />
        <TextField name="content" label={t.snippets.content} lines={8} />
      </Form>
    </Dialog>
  )
}
