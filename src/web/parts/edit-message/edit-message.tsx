import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { conversationOfMessage } from '../../data/records/message'
import type { Message } from '../../data/records/message'
import { isUploading } from '../../data/send/uploads'
import { MessageField } from '../compose/message-field'
import { UploadList } from '../compose/upload-list'
import { whenWriting } from '../compose/use-writing'
import { Loading } from '../../ui/loaded/loading'
import { TimeLeft } from './time-left'
import { useEdit } from './use-edit'
import type { Edit } from './use-edit'
import styles from './edit-message.module.css'

/**
 * Editor of a message, in its row. Escape closes it and keeps the text for the next time, also across a reload. If
 * another user saved a different text meanwhile, the editor shows that text before it is overwritten.
 */
export const EditMessage = whenWriting(({ message }: { message: Message }) => {
  const { store } = useApp()
  const edit = useEdit(message)
  const { base, text, refusal, uploads } = edit
  const isWaiting = isUploading(uploads)

  if (base.value === undefined) {
    return (
      <div class={styles['editor']}>
        <Loading refusal={refusal.value} onRetry={() => void edit.load()} />
        <button type="button" class="button" onClick={edit.cancel}>
          {t.editing.cancel}
        </button>
      </div>
    )
  }
  return (
    <form
      ref={edit.form}
      class={styles['editor']}
      aria-label={t.editing.name}
      onSubmit={(event) => {
        event.preventDefault()
        void edit.save()
      }}
    >
      <UploadList uploads={uploads} field={edit.field} />
      <MessageField
        label={t.editing.text}
        value={text.value}
        conversation={conversationOfMessage(message, store.state.user_id)}
        onInput={edit.keep}
        onSubmit={() => void edit.save()}
        onEscape={edit.close}
        uploads={uploads}
        fieldRef={edit.field}
        autofocus={edit.mayFocus()}
      />
      <Conflict edit={edit} />
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
      <div class={styles['buttons']}>
        <button
          class="button primary"
          disabled={edit.isBusy.value || isWaiting || text.value.trim() === ''}
        >
          {t.editing.save}
        </button>
        <button type="button" class="button" onClick={edit.cancel}>
          {t.editing.cancel}
        </button>
        <TimeLeft message={message} />
        <span role="status">{isWaiting && t.compose.uploading}</span>
      </div>
    </form>
  )
})

/** Shows the text that another user saved meanwhile, before it is overwritten. */
function Conflict({ edit }: { edit: Edit }) {
  const theirs = edit.theirs.value
  if (theirs === undefined) return null
  return (
    <div class="notice" role="alert">
      <p>{t.editing.conflict}</p>
      <blockquote class={styles['theirs']}>{theirs}</blockquote>
      <div class={styles['buttons']}>
        <button type="button" class="button" onClick={() => edit.settle(theirs)}>
          {t.editing.keepTheirs}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            edit.settle(edit.text.peek())
            void edit.save()
          }}
        >
          {t.editing.overwrite}
        </button>
      </div>
    </div>
  )
}
