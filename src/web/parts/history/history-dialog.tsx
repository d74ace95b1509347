import type { AnswerOf } from '../../../shared/calls'
import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import { fullTime } from '../../texts/times'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/records/message'
import { Dialog } from '../../ui/dialog/dialog'
import { Loading } from '../../ui/loaded/loading'
import { useLoaded } from '../../ui/loaded/use-loaded'
import { Markdown } from '../markdown/markdown'
import styles from './history-dialog.module.css'

/** Source: docs/protocol/messages.md#revisions. */
type Revision = AnswerOf<'GET /messages/{message_id}/history'>['message_history'][number]

/** All versions of a message, newest first, with the changes of content, topic and stream. */
export function HistoryDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { value, refusal, retry } = useLoaded(
    () =>
      call('GET /messages/{message_id}/history', { message_id: message.id }).then(
        ({ message_history: revisions }) => revisions.reverse(),
      ),
    [message.id],
  )
  return (
    <Dialog title={t.history.title} size="large" onClose={onClose}>
      {value ? (
        <ol role="list" class={styles['revisions']}>
          {value.map((revision, index) => (
            <RevisionItem key={index} revision={revision} isFirst={index === value.length - 1} />
          ))}
        </ol>
      ) : (
        <Loading refusal={refusal} onRetry={retry} />
      )}
    </Dialog>
  )
}

function RevisionItem({ revision, isFirst }: { revision: Revision; isFirst: boolean }) {
  const { store } = useApp()
  const is24Hour = store.state.user_settings['twenty_four_hour_time']
  const { user_id: id, timestamp, content_html_diff: difference } = revision
  const name = (id === null ? undefined : store.user(id)?.full_name) ?? t.history.server
  const isEdit = difference !== undefined
  return (
    <li class={styles['revision']}>
      <h3>
        {isFirst ? t.history.sent : isEdit ? t.history.edited : t.message.moved}{' '}
        <small>{t.history.by(name, fullTime(timestamp, is24Hour))}</small>
      </h3>
      <Move revision={revision} />
      {(isFirst || isEdit) && <Markdown html={difference ?? revision.rendered_content} />}
    </li>
  )
}

function Move({ revision }: { revision: Revision }) {
  const { store } = useApp()
  const { prev_topic: before, topic, prev_stream: from, stream: to } = revision
  const nameOf = (id: number | undefined) => store.stream(id ?? 0)?.name ?? t.history.unknownStream
  return (
    <>
      {from !== undefined && <p>{t.history.movedStream(nameOf(from), nameOf(to))}</p>}
      {before !== undefined && before !== topic && <p>{t.history.movedTopic(before, topic)}</p>}
    </>
  )
}
