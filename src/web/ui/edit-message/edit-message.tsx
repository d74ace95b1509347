import { useSignal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useApp } from '../../app/app'
import { focusWish } from '../../app/keyboard/focus-wish'
import { RefusedError, reasonOf } from '../../data/api/errors'
import * as t from '../../texts/catalog'
import { saveEdit } from '../../data/messages/edits'
import { conversationOfMessage } from '../../data/messages/message'
import type { Message } from '../../data/messages/message'
import { fetchSource } from '../../data/messages/source'
import { isUploading, withReplaced } from '../../data/send/uploads'
import { MessageField } from '../compose/message-field'
import { UploadList } from '../compose/upload-list'
import { useWriting, whenWriting } from '../compose/use-writing'
import { Loading } from '../loaded/loading'
import { TimeLeft } from './time-left'
import { dropUnsavedEdit, keepUnsavedEdit, unsavedEdit } from './unsaved-edits'
import styles from './edit-message.module.css'

/**
 * Editor of a message, in its row. Escape closes it and keeps the text for the next time, also across a reload. If
 * another user saved a different text meanwhile, the editor shows that text before it is overwritten.
 */
export const EditMessage = whenWriting(({ message }: { message: Message }) => {
  const app = useApp()
  const { actions, store } = app
  const [unsaved] = useState(() => unsavedEdit(app, message.id))
  /** Last known text on the server. */
  const base = useSignal(unsaved?.base)
  const text = useSignal(unsaved?.text ?? '')
  const theirs = useSignal<string | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { editUploads } = useWriting()
  const uploads = editUploads.of(message.id, (placeholder, replacement) => {
    const edit = unsavedEdit(app, message.id)
    if (edit) keep(withReplaced(edit.text, placeholder, replacement), edit.base)
  })
  const isWaiting = isUploading(uploads)
  const form = useRef<HTMLFormElement>(null)
  const [mayFocus] = useState(focusWish)
  /** Had the focus when the editor opened: the compose box, if its key opened the editor. */
  const [opener] = useState(() => document.activeElement)

  async function load(): Promise<void> {
    refusal.value = undefined
    try {
      const source = await fetchSource(message.id)
      base.value = source
      text.value = source
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }

  useEffect(() => {
    if (base.value === undefined) void load()
  }, [message.id])

  function keep(typed: string, before = base.value): void {
    text.value = typed
    if (before !== undefined) keepUnsavedEdit(app, message.id, { base: before, text: typed })
  }

  function close(): void {
    if (actions.editing.value === message.id) actions.editing.value = undefined
    const { activeElement: now, body } = document
    // The answer to an edit may come while the user writes elsewhere.
    if (now !== body && !form.current?.contains(now)) return
    const row = document.querySelector<HTMLElement>(`[data-message-id="${String(message.id)}"]`)
    const isField = opener instanceof HTMLTextAreaElement && opener.isConnected
    ;(isField ? opener : row)?.focus()
  }

  function cancel(): void {
    editUploads.end(message.id)
    dropUnsavedEdit(app, message.id)
    close()
  }

  async function save(): Promise<void> {
    const known = base.value
    const sent = text.value
    if (known === undefined || sent.trim() === '' || isBusy.value) return
    if (isUploading(uploads)) return
    if (sent.trimEnd() === known.trimEnd()) return cancel()
    isBusy.value = true
    refusal.value = undefined
    try {
      await saveEdit(message.id, sent, known)
      base.value = sent
      // The user may have gone on typing.
      if (text.value === sent) cancel()
    } catch (error) {
      if (error instanceof RefusedError && error.code === 'EXPECTATION_MISMATCH') await compare()
      else refusal.value = reasonOf(error)
    } finally {
      isBusy.value = false
    }
  }

  async function compare(): Promise<void> {
    try {
      theirs.value = await fetchSource(message.id)
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }

  function settle(typed: string): void {
    base.value = theirs.value
    theirs.value = undefined
    keep(typed)
  }

  if (base.value === undefined) {
    return (
      <div class={styles['editor']}>
        <Loading refusal={refusal.value} onRetry={() => void load()} />
        <button type="button" class="button" onClick={cancel}>
          {t.editing.cancel}
        </button>
      </div>
    )
  }
  return (
    <form
      ref={form}
      class={styles['editor']}
      aria-label={t.editing.name}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <UploadList uploads={uploads} field={field} />
      <MessageField
        label={t.editing.text}
        value={text.value}
        conversation={conversationOfMessage(message, store.state.user_id)}
        onInput={keep}
        onSubmit={() => void save()}
        onEscape={close}
        uploads={uploads}
        fieldRef={field}
        autofocus={mayFocus()}
      />
      {theirs.value !== undefined && (
        <div class="notice" role="alert">
          <p>{t.editing.conflict}</p>
          <blockquote class={styles['theirs']}>{theirs.value}</blockquote>
          <div class={styles['buttons']}>
            <button type="button" class="button" onClick={() => settle(theirs.value ?? '')}>
              {t.editing.keepTheirs}
            </button>
            <button
              type="button"
              class="button"
              onClick={() => {
                settle(text.value)
                void save()
              }}
            >
              {t.editing.overwrite}
            </button>
          </div>
        </div>
      )}
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
      <div class={styles['buttons']}>
        <button
          class="button primary"
          disabled={isBusy.value || isWaiting || text.value.trim() === ''}
        >
          {t.editing.save}
        </button>
        <button type="button" class="button" onClick={cancel}>
          {t.editing.cancel}
        </button>
        <TimeLeft message={message} />
        <span role="status">{isWaiting && t.compose.uploading}</span>
      </div>
    </form>
  )
})
