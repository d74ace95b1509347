import { useApp } from '../../app/app'
import type { App } from '../../app/app'
import { call } from '../../data/api/call'
import { reminderChoices } from '../../data/later/times'
import type { Message } from '../../data/messages/message'
import * as t from '../../texts/catalog'
import { laterTime } from '../../texts/later-time'
import { timeForm } from '../../texts/time-form'
import { MenuPopover } from '../menu/menu'
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
        onChoose={(at) =>
          void remind(app, message.id, at).catch((error: unknown) => {
            app.toasts.fail(t.later.notReminded, error)
          })
        }
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

/** Sets a reminder and reports it in a toast. @throws as `call` */
async function remind(app: App, messageId: number, at: number, note = ''): Promise<void> {
  const { store, toasts } = app
  const { reminder_id: id } = await call('POST /reminders', {
    message_id: messageId,
    scheduled_delivery_timestamp: at,
    note,
  })
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
