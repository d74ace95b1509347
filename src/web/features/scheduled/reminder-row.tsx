import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import { conversationOfMessage } from '../../data/records/message'
import { narrowTo } from '../../data/narrow/narrow'
import type { Reminder } from '../../data/records/state'
import * as t from '../../texts/catalog'
import { laterTime } from '../../texts/later-time'
import { fullTime } from '../../texts/times'
import { IconButton } from '../../ui/icon-button/icon-button'
import { Icon } from '../../ui/icon/icon'
import { KeptText } from '../../ui/kept-texts/kept-text'
import { removeReminder } from '../../parts/later/remind'
import { Markdown } from '../../parts/markdown/markdown'

/** A reminder of a message. */
export function ReminderRow({ reminder }: { reminder: Reminder }) {
  const app = useApp()
  const { store, messages, navigation, toasts } = app
  const { scheduled_delivery_timestamp: at, reminder_target_message_id: messageId } = reminder
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const time = laterTime(at, is24Hour)

  async function go(): Promise<void> {
    try {
      const message = messages.get(messageId) ?? (await fetchMessage(messageId))
      const narrow = narrowTo(conversationOfMessage(message, store.state.user_id))
      navigation.go({ view: 'narrow', narrow, near: messageId })
    } catch (error) {
      toasts.fail(t.scheduled.messageGone, error)
    }
  }

  async function remove(): Promise<void> {
    if (await removeReminder(app, reminder.reminder_id)) toasts.say(t.scheduled.reminderRemoved)
  }

  return (
    <KeptText
      label={t.scheduled.reminder(time)}
      name={time}
      time=""
      fullTime={fullTime(at, is24Hour)}
      actions={
        <>
          <button type="button" class="button" onClick={() => void go()}>
            <Icon name="corner-up-right" />
            {t.scheduled.goToMessage}
          </button>
          <IconButton
            icon="trash-2"
            label={t.scheduled.removeReminder}
            onClick={() => void remove()}
          />
        </>
      }
    >
      <Markdown html={reminder.rendered_content} />
    </KeptText>
  )
}

async function fetchMessage(id: number) {
  const { message } = await call('GET /messages/{message_id}', {
    message_id: id,
    apply_markdown: true,
  })
  return message
}
