import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import { reasonOf } from '../../lib/reason-of'
import { maxTopicCharacters } from '../../../shared/rules/topics'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/records/message'
import { mayChangeStream, mayChangeTopic } from '../../data/messages/permissions'
import { streamRefusal } from '../../data/send/permissions'
import { refusalOfTopic, topicForNone } from '../../data/send/topic-rules'
import { Dialog } from '../../ui/dialog/dialog'
import styles from './move-dialog.module.css'

const choices = ['change_later', 'change_one'] as const

interface MoveDialogProps {
  message: Message
  /** Moves all messages of the topic, instead of the message or it and those after it. */
  isWholeTopic: boolean
  onClose: () => void
}

/** Moves messages to another topic or stream. Source: docs/protocol/messages.md#edit-arguments. */
export function MoveDialog({ message, isWholeTopic, onClose }: MoveDialogProps) {
  const { store, topics } = useApp()
  const { state } = store
  const now = Date.now() / 1000
  const streamId = useSignal(message.stream_id ?? 0)
  const topic = useSignal(message.subject)
  const which = useSignal<(typeof choices)[number]>('change_later')
  const tellsOld = useSignal(false)
  const tellsNew = useSignal(true)
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const [formId, topicsId, noteId] = [useId(), useId(), useId()]
  const forNone = topicForNone(state, streamId.value)
  const named = topic.value.trim() || forNone
  const isSamePlace = streamId.value === message.stream_id && named === message.subject
  const obstacle =
    named !== undefined && !isSamePlace
      ? refusalOfTopic(state, streamId.value, named, (id) => topics.of(id).value)
      : undefined
  const streams = state.subscriptions.filter(
    ({ stream_id: id }) =>
      id === message.stream_id ||
      (mayChangeStream(message, state, now) && !streamRefusal(state, id)),
  )

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    isBusy.value = true
    refusal.value = undefined
    try {
      await call('PATCH /messages/{message_id}', {
        message_id: message.id,
        ...(streamId.value === message.stream_id ? {} : { stream_id: streamId.value }),
        ...(named === message.subject ? {} : { topic: named }),
        propagate_mode: isWholeTopic ? 'change_all' : which.value,
        send_notification_to_old_thread: tellsOld.value,
        send_notification_to_new_thread: tellsNew.value,
      })
      onClose()
    } catch (error) {
      refusal.value = reasonOf(error)
      isBusy.value = false
    }
  }

  return (
    <Dialog
      title={isWholeTopic ? t.move.topicTitle : t.move.title}
      onClose={onClose}
      keepsOnClickBeside
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t.dialog.cancel}
          </button>
          <button
            type="submit"
            form={formId}
            class="button primary"
            disabled={isBusy.value || isSamePlace || named === undefined || obstacle !== undefined}
          >
            {t.move.action}
          </button>
        </>
      }
    >
      <form id={formId} class={styles['form']} onSubmit={(event) => void submit(event)}>
        <label>
          {t.move.stream}
          <select
            class="field"
            value={streamId.value}
            disabled={streams.length < 2}
            onChange={(event) => (streamId.value = Number(event.currentTarget.value))}
          >
            {streams.map(({ stream_id: id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t.move.topic}
          <input
            class="field"
            list={topicsId}
            value={topic.value}
            maxLength={maxTopicCharacters(topic.value)}
            disabled={!mayChangeTopic(message, state, now)}
            required={forNone === undefined}
            placeholder={forNone}
            aria-describedby={obstacle && noteId}
            autofocus
            onInput={(event) => (topic.value = event.currentTarget.value)}
          />
          <datalist id={topicsId}>
            {topics.of(streamId.value).value?.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        {obstacle && (
          <p id={noteId} class="notice bad" role="status">
            {t.compose[obstacle]}
          </p>
        )}
        {!isWholeTopic && (
          <fieldset class={styles['choices']}>
            <legend>{t.move.which}</legend>
            {choices.map((choice) => (
              <label key={choice} class={styles['choice']}>
                <input
                  type="radio"
                  name="which"
                  checked={which.value === choice}
                  onChange={() => (which.value = choice)}
                />
                {t.move[choice]}
              </label>
            ))}
          </fieldset>
        )}
        <label class={styles['choice']}>
          <input
            type="checkbox"
            checked={tellsOld.value}
            onChange={(event) => (tellsOld.value = event.currentTarget.checked)}
          />
          {t.move.noticeOld}
        </label>
        <label class={styles['choice']}>
          <input
            type="checkbox"
            checked={tellsNew.value}
            onChange={(event) => (tellsNew.value = event.currentTarget.checked)}
          />
          {t.move.noticeNew}
        </label>
        {refusal.value !== undefined && (
          <p class="notice bad" role="alert">
            {refusal.value}
          </p>
        )}
      </form>
    </Dialog>
  )
}
