import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { IconButton } from '../../../ui/icon-button/icon-button'
import { Table } from '../../../ui/table/table'

/** Settings of alert words, which notify the reader. */
export function AlertWords() {
  const { store, toasts } = useApp()
  const words = store.read('alert_words')
  const form = useForm('alert-words/add', { word: '' })

  async function remove(alert_words: readonly string[]): Promise<void> {
    await call('DELETE /users/me/alert_words', { alert_words })
  }

  return (
    <>
      <p>{t.alertWords.about}</p>
      <Form
        form={form}
        submit={t.alertWords.add}
        label={t.alertWords.add}
        onSubmit={async ({ word }) => {
          const wanted = word.trim()
          if (wanted === '') throw new FieldRefusal('word', t.form.required)
          await call('POST /users/me/alert_words', { alert_words: [wanted] })
        }}
        fieldOf={() => 'word'}
      >
        <TextField name="word" label={t.alertWords.word} maxLength={100} />
      </Form>
      <Table
        label={t.alertWords.title}
        rows={words}
        keyOf={(word) => word}
        nameOf={(word) => word}
        none={t.alertWords.none}
        sortedBy={{ column: 'word' }}
        bulk={[{ label: t.alertWords.removeAll, run: remove }]}
        columns={[
          { key: 'word', title: t.alertWords.word, cell: (word) => word, sortBy: (word) => word },
          {
            key: 'tools',
            title: t.table.actions,
            isTools: true,
            width: '2rem',
            cell: (word) => (
              <IconButton
                icon="trash-2"
                label={t.alertWords.remove(word)}
                onClick={() =>
                  void remove([word]).catch((error: unknown) =>
                    toasts.fail(t.yourMenu.notSaved, error),
                  )
                }
              />
            ),
          },
        ]}
      />
    </>
  )
}
