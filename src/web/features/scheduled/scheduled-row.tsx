import { useApp } from '../../context/app'
import { conversationOfScheduled, reschedule } from '../../data/send/later-calls'
import { narrowTo } from '../../data/narrow/narrow'
import { writingCollections, writingRefusal } from '../../data/send/permissions'
import type { ScheduledMessage } from '../../data/records/state'
import * as t from '../../texts/catalog'
import { laterTime } from '../../texts/later-time'
import { fullTime } from '../../texts/times'
import { placeName } from '../../parts/compose/place-name'
import { useWriting } from '../../parts/compose/use-writing'
import { IconButton } from '../../ui/icon-button/icon-button'
import { Icon } from '../../ui/icon/icon'
import { KeptText } from '../../ui/kept-texts/kept-text'
import { LaterMenu } from '../../parts/later/later-menu'
import { Markdown } from '../../parts/markdown/markdown'

/** A message that is sent later, or could not be sent. */
export function ScheduledRow({ message }: { message: ScheduledMessage }) {
  const { store, navigation, toasts } = useApp()
  const { compose, scheduling } = useWriting()
  const { scheduled_message_id: id, scheduled_delivery_timestamp: at, failed } = message
  const conversation = conversationOfScheduled(message, store.state.user_id)
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const name = placeName(store, conversation)
  const goThere = () => navigation.go({ view: 'narrow', narrow: narrowTo(conversation) })

  async function attempt(failure: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
    } catch (error) {
      toasts.fail(failure, error)
    }
  }

  function edit(): void {
    scheduling.edit(message)
    goThere()
  }

  async function moveTo(time: number): Promise<void> {
    await reschedule(id, time)
    const undo = () => void attempt(t.scheduled.notRescheduled, () => reschedule(id, at))
    toasts.say(
      t.later.scheduledFor(laterTime(time, is24Hour)),
      at > Date.now() / 1000 ? { label: t.later.undo, run: undo } : undefined,
    )
  }

  const sendNow = () =>
    attempt(t.scheduled.notSent, async () => {
      await scheduling.sendNow(message)
      toasts.say(t.compose.sentTo(name), { label: t.compose.goThere, run: goThere })
    })

  const remove = () =>
    attempt(t.scheduled.notRemoved, async () => {
      await scheduling.remove(message)
      if (compose.scheduledId.peek() === id) compose.discard()
      const undo = () => void attempt(t.scheduled.notRestored, () => scheduling.restore(message))
      toasts.say(t.scheduled.removed, { label: t.later.undo, run: undo })
    })

  return (
    <KeptText
      label={name}
      name={name}
      time={laterTime(at, is24Hour)}
      fullTime={fullTime(at, is24Hour)}
      actions={
        <>
          <button type="button" class="button" onClick={edit}>
            <Icon name="pencil" />
            {t.scheduled.edit}
          </button>
          <LaterMenu
            label={t.scheduled.reschedule}
            button={<Icon name="calendar-clock" />}
            title={t.later.rescheduleTitle}
            action={t.scheduled.reschedule}
            initial={at}
            onChoose={moveTo}
            onFail={(error) => toasts.fail(t.scheduled.notRescheduled, error)}
          />
          <IconButton icon="send" label={t.scheduled.sendNow} onClick={() => void sendNow()} />
          <IconButton icon="trash-2" label={t.scheduled.remove} onClick={() => void remove()} />
        </>
      }
    >
      {failed && <Failure message={message} />}
      <Markdown html={message.rendered_content} />
    </KeptText>
  )
}

/** The reason why a message was not sent: as the state tells, or by the notice from Notification Bot. */
function Failure({ message }: { message: ScheduledMessage }) {
  const { store, navigation } = useApp()
  for (const collection of writingCollections) store.read(collection)
  const refusal = writingRefusal(store.state, conversationOfScheduled(message, store.state.user_id))
  const bot = store
    .read('cross_realm_bots')
    .find(({ email }) => email.startsWith('notification-bot@'))
  return (
    <p class="notice bad">
      {t.scheduled.failed}{' '}
      {refusal
        ? t.compose[refusal]
        : bot && (
            <a
              href={navigation.hrefOf({
                view: 'narrow',
                narrow: narrowTo({ kind: 'private', userIds: [bot.user_id] }),
              })}
            >
              {t.scheduled.reasonFrom}
            </a>
          )}
    </p>
  )
}
