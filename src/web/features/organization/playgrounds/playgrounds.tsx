import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { IconButton } from '../../../ui/icon-button/icon-button'
import type { Playground } from '../../../data/records/state'
import { Table } from '../../../ui/table/table'

const fields = ['name', 'pygments_language', 'url_template'] as const

/** Settings of code playgrounds. */
export function Playgrounds() {
  const { store } = useApp()
  const isAdmin = store.read('is_admin')
  const rows = store.read('realm_playgrounds')
  const removed = useSignal<Playground | undefined>(undefined)
  const form = useForm('playgrounds/add', { name: '', pygments_language: '', url_template: '' })

  const chosen = removed.value
  return (
    <>
      <p>{t.playgrounds.about}</p>
      {isAdmin && (
        <Form
          form={form}
          label={t.playgrounds.add}
          submit={t.playgrounds.add}
          fieldOf={({ message }) => {
            if (/language/i.test(message)) return 'pygments_language'
            return /URL|template/i.test(message) ? 'url_template' : 'name'
          }}
          onSubmit={(values) => {
            for (const field of fields) {
              if (values[field].trim() === '') throw new FieldRefusal(field, t.form.required)
            }
            return call('POST /realm/playgrounds', values)
          }}
        >
          <TextField name="name" label={t.playgrounds.name} maxLength={50} />
          <TextField
            name="pygments_language"
            label={t.playgrounds.language}
            hint={t.playgrounds.languageHint}
            maxLength={40}
          />
          <TextField
            name="url_template"
            label={t.playgrounds.template}
            hint={t.playgrounds.templateHint}
            maxLength={1000}
          />
        </Form>
      )}
      <Table
        label={t.playgrounds.title}
        rows={rows}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        textOf={(one) => `${one.name} ${one.pygments_language} ${one.url_template}`}
        sortedBy={{ column: 'language' }}
        none={t.playgrounds.none}
        columns={[
          {
            key: 'language',
            title: t.playgrounds.language,
            sortBy: ({ pygments_language: language }) => language,
            cell: ({ pygments_language: language }) => language,
          },
          {
            key: 'name',
            title: t.playgrounds.name,
            sortBy: ({ name }) => name,
            cell: ({ name }) => name,
          },
          {
            key: 'template',
            title: t.playgrounds.template,
            width: 'minmax(0, 2fr)',
            cell: ({ url_template: template }) => template,
          },
          {
            key: 'tools',
            title: t.table.actions,
            isTools: true,
            width: '2.5rem',
            cell: (one) =>
              isAdmin && (
                <IconButton
                  icon="trash-2"
                  label={t.playgrounds.remove(one.name)}
                  onClick={() => (removed.value = one)}
                />
              ),
          },
        ]}
      />
      {chosen && (
        <ConfirmDialog
          title={t.playgrounds.removeOf(chosen.name)}
          action={t.playgrounds.action}
          isDangerous
          onClose={() => (removed.value = undefined)}
          onConfirm={() =>
            call('DELETE /realm/playgrounds/{playground_id}', { playground_id: chosen.id })
          }
        >
          <p>{t.playgrounds.removeNote}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
