import { useSignal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useApp } from '../../context/app'
import { focusWish } from '../../lib/keyboard/focus-wish'
import { RefusedError } from '../../data/api/errors'
import { reasonOf } from '../../lib/reason-of'
import { saveEdit } from '../../data/messages/edits'
import type { Message } from '../../data/records/message'
import { fetchSource } from '../../data/messages/source'
import { isUploading, withReplaced } from '../../data/send/uploads'
import type { Uploads } from '../../data/send/uploads'
import { useWriting } from '../compose/use-writing'
import { dropUnsavedEdit, keepUnsavedEdit, unsavedEdit } from './unsaved-edits'

/** An edit of a message in the making. */
export interface Edit {
  /** Last known text on the server; undefined while it is fetched. */
  base: ReadonlySignal<string | undefined>
  text: ReadonlySignal<string>
  /** A text that another user saved meanwhile, for comparison. */
  theirs: ReadonlySignal<string | undefined>
  refusal: ReadonlySignal<string | undefined>
  isBusy: ReadonlySignal<boolean>
  uploads: Uploads
  /** The elements of the editor. */
  form: RefObject<HTMLFormElement | null>
  field: RefObject<HTMLTextAreaElement | null>
  /** Whether the editor takes the focus when it opens. */
  mayFocus(): boolean
  load(): Promise<void>
  keep(typed: string): void
  /** Closes the editor and keeps the text for the next time. */
  close(): void
  /** Closes the editor and drops the text. */
  cancel(): void
  save(): Promise<void>
  /** Ends the comparison with a text. */
  settle(typed: string): void
}

/** The state of the editor of a message; its text and uploads outlive the editor. */
export function useEdit(message: Message): Edit {
  const app = useApp()
  const { actions } = app
  const [unsaved] = useState(() => unsavedEdit(app, message.id))
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

  return {
    ...{ base, text, theirs, refusal, isBusy, uploads, form, field, mayFocus },
    ...{ load, keep, close, cancel, save, settle },
  }
}
