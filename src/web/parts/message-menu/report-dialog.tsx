import type { Endpoints } from '../../../shared/endpoints'
import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import type { Message } from '../../data/records/message'
import * as t from '../../texts/catalog'
import { Dialog } from '../../ui/dialog/dialog'
import { SelectField, TextField } from '../../ui/form/fields'
import { Form } from '../../ui/form/form'
import { useForm } from '../form/use-form'
import { Markdown } from '../markdown/markdown'
import styles from './delete-dialog.module.css'

type Report = Endpoints['POST /messages/{message_id}/report']['params']
type Reason = Report['report_type']

const reasons: readonly Reason[] = ['spam', 'harassment', 'inappropriate', 'norms', 'other']

/** Reports a message to the moderators. Source: docs/protocol/topics-and-moderation.md#reports. */
export function ReportDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { toasts } = useApp()
  const initial: Required<Pick<Report, 'report_type' | 'description'>> = {
    report_type: 'spam',
    description: '',
  }
  const form = useForm(`report/${message.id}`, initial)
  return (
    <Dialog title={t.reporting.title} size="small" onClose={onClose} keepsOnClickBeside>
      <p>{t.reporting.explanation}</p>
      <div class={styles['message']}>
        <Markdown html={message.content} />
      </div>
      <Form
        form={form}
        submit={t.reporting.action}
        fieldOf={() => 'description'}
        onSubmit={({ report_type, description }) =>
          call('POST /messages/{message_id}/report', {
            message_id: message.id,
            report_type,
            ...(description.trim() === '' ? {} : { description: description.trim() }),
          })
        }
        onSaved={() => {
          toasts.say(t.reporting.sent)
          onClose()
        }}
      >
        <SelectField
          name="report_type"
          label={t.reporting.reason}
          choices={reasons.map((value) => ({ value, label: t.reporting.reasons[value] }))}
        />
        <TextField
          name="description"
          label={t.reporting.note}
          hint={t.reporting.noteHint}
          lines={3}
          maxLength={1000}
        />
      </Form>
    </Dialog>
  )
}
