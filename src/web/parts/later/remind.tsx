import { useApp } from '../../context/app'
import type { App } from '../../context/app'
import { call } from '../../data/api/call'
import { reminderChoices } from '../../data/later/times'
import { randomName } from '../../data/send/alone'
import type { Message } from '../../data/records/message'
import * as t from '../../texts/catalog'
import { laterTime } from '../../texts/later-time'
import { timeForm } from '../../texts/time-form'
import { MenuPopover } from '../../ui/menu/menu'
import { LaterItems } from './later-menu'
import { PickTimeDialog } from './pick-time-dialog'

interface RemindMenuProps {
  message: Message
  anchor: HTMLElement
  onClose: () => void
}

/** Menu of times for a reminder of a message. */
export function RemindMenu({ message, anchor, onClose }: RemindMenuProps) {
  const app = useApp()
  return (
    <MenuPopover label={t.later.remindMe} anchor={anchor} align="end" onClose={onClose}>
      <LaterItems
        choices={reminderChoices(Date.now() / 1000, timeForm.value.zone)}
        pick={t.later.pickOrNote}
        onChoose={(at) => void remindOrTell(app, message.id, at)}
        onPick={() => app.overlays.show({ kind: 'remindAt', messageId: message.id })}
      />
    </MenuPopover>
  )
}

/** Takes the time of a reminder, and a note. */
export function RemindDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const app = useApp()
  return (
    <PickTimeDialog
      title={t.later.remindMe}
      action={t.later.remind}
      hasNote
      onChoose={(at, note) => remind(app, message.id, at, note)}
      onClose={onClose}
    />
  )
}

/** Sets a reminder; a failure is reported in a toast, with a button for another try. */
async function remindOrTell(app: App, messageId: number, at: number): Promise<void> {
  try {
    await remind(app, messageId, at)
  } catch (error) {
    app.toasts.fail(t.later.notReminded, error, {
      label: t.compose.retryUpload,
      run: () => void remindOrTell(app, messageId, at),
    })
  }
}

/** Names of reminders whose requests got no answer: another try sets no second one. */
const unanswered = new Map<string, string>()

/** Sets a reminder and reports it in a toast. @throws as `call` */
async function remind(app: App, messageId: number, at: number, note = ''): Promise<void> {
  const { store, toasts } = app
  const wanted = { message_id: messageId, scheduled_delivery_timestamp: at, note }
  const which = JSON.stringify(wanted)
  const localId = unanswered.get(which) ?? randomName()
  unanswered.set(which, localId)
  const { reminder_id: id } = await call('POST /reminders', { ...wanted, local_id: localId })
  unanswered.delete(which)
  const time = laterTime(at, store.state.user_settings['twenty_four_hour_time'])
  toasts.say(t.later.remindedAt(time), {
    label: t.later.undo,
    run: () => void removeReminder(app, id),
  })
}

/** Deletes a reminder; reports a failure in a toast. @returns whether it is deleted */
export async function removeReminder({ toasts }: App, id: number): Promise<boolean> {
  try {
    await call('DELETE /reminders/{reminder_id}', { reminder_id: id })
    return true
  } catch (error) {
    toasts.fail(t.scheduled.reminderNotRemoved, error)
    return false
  }
}
