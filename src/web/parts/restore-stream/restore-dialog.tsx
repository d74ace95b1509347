import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { Dialog } from '../../ui/dialog/dialog'
import { TextField } from '../../ui/form/fields'
import { Form } from '../../ui/form/form'
import { useForm } from '../form/use-form'
import type { Stream } from '../../data/records/state'

export type ArchivedStream = Pick<Stream, 'stream_id' | 'name'>

interface RestoreDialogProps {
  stream: ArchivedStream
  onClose: () => void
}

/** Asks for another name for an archived stream, because a live one has its name, and restores it. */
export function RestoreDialog({ stream, onClose }: RestoreDialogProps) {
  const { store, toasts } = useApp()
  const { stream_id: id, name } = stream
  const form = useForm(`streams/restore/${id}`, { name: '' })
  return (
    <Dialog title={t.streamList.restoreOf(name)} size="small" keepsOnClickBeside onClose={onClose}>
      <p>{t.streamList.nameTaken(name)}</p>
      <Form
        form={form}
        submit={t.streamList.restore}
        fieldOf={() => 'name'}
        onSaved={onClose}
        onSubmit={async (values) => {
          await call('PATCH /streams/{stream_id}', {
            stream_id: id,
            is_archived: false,
            new_name: values.name,
          })
          toasts.say(t.streamList.restored(values.name))
        }}
      >
        <TextField
          name="name"
          label={t.streamList.newName}
          maxLength={Number(store.state['max_stream_name_length'] ?? 60)}
        />
      </Form>
    </Dialog>
  )
}
