import type { App } from '../../context/app'
import type { UnsavedEdit } from '../../data/messages/actions'
import { withoutPlaceholders } from '../../data/send/uploads'
import { keptForms } from '../form/kept-forms'

/* Unsaved text of message editors that were closed or scrolled away, kept across reloads. */

const formsOf = ({ store }: App) => keptForms(store.state.user_id)
const formOf = (messageId: number) => `edit of ${String(messageId)}`

export function unsavedEdit(app: App, messageId: number): UnsavedEdit | undefined {
  const { base, text } = formsOf(app).read(formOf(messageId))
  const kept =
    typeof base === 'string' && typeof text === 'string'
      ? { base, text: withoutPlaceholders(text) }
      : undefined
  return app.actions.unsavedEdits.get(messageId) ?? kept
}

export function keepUnsavedEdit(app: App, messageId: number, edit: UnsavedEdit): void {
  app.actions.unsavedEdits.set(messageId, edit)
  formsOf(app).write(formOf(messageId), { ...edit })
}

export function dropUnsavedEdit(app: App, messageId: number): void {
  app.actions.unsavedEdits.delete(messageId)
  formsOf(app).write(formOf(messageId), {})
}
