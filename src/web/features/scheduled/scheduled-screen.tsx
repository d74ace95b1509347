import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { KeptTexts, NoKeptTexts } from '../../ui/kept-texts/kept-text'
import { whenWriting } from '../../parts/compose/use-writing'
import { ReminderRow } from './reminder-row'
import { ScheduledRow } from './scheduled-row'

/** Scheduled messages and reminders, the soonest first. */
export const ScheduledScreen = whenWriting(() => {
  const { store } = useApp()
  const messages = store.read('scheduled_messages')
  const reminders = store.read('reminders')
  return (
    <KeptTexts title={t.views.scheduled}>
      {messages.length + reminders.length === 0 && (
        <NoKeptTexts text={t.scheduled.none} hint={t.scheduled.noneHint} />
      )}
      {messages.length > 0 && (
        <section aria-label={t.scheduled.messages}>
          <h2>{t.scheduled.messages}</h2>
          <ul role="list">
            {messages.map((message) => (
              <ScheduledRow key={message.scheduled_message_id} message={message} />
            ))}
          </ul>
        </section>
      )}
      {reminders.length > 0 && (
        <section aria-label={t.scheduled.reminders}>
          <h2>{t.scheduled.reminders}</h2>
          <ul role="list">
            {reminders.map((reminder) => (
              <ReminderRow key={reminder.reminder_id} reminder={reminder} />
            ))}
          </ul>
        </section>
      )}
    </KeptTexts>
  )
})
