import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import { allOf } from '../../data/conversations/open-stream'
import { keyOfConversation, narrowTo } from '../../data/narrow/narrow'
import * as t from '../../texts/catalog'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'

interface DeleteTopicDialogProps {
  streamId: number
  topic: string
  onClose: () => void
}

/** Asks for confirmation before all messages of a topic are deleted. */
export function DeleteTopicDialog({ streamId, topic, onClose }: DeleteTopicDialogProps) {
  const { current, navigation, stretches, toasts } = useApp()
  const conversation = { kind: 'topic', streamId, topic } as const
  const { foundNewest, foundOldest, ids } = stretches.of(narrowTo(conversation)).state.value
  const count = foundNewest && foundOldest ? ids.length : undefined

  /** Source: docs/protocol/messages.md#delete-topic. */
  async function remove(): Promise<void> {
    const wanted = { stream_id: streamId, topic_name: topic }
    let isComplete = false
    // A call deletes a bounded number of messages.
    while (!isComplete) {
      isComplete = (await call('POST /streams/{stream_id}/delete_topic', wanted)).complete
    }
    toasts.say(t.topicDeletion.deleted(topic))
    if (current.key.peek() === keyOfConversation(conversation)) {
      navigation.go({ view: 'narrow', narrow: allOf(streamId) })
    }
  }

  return (
    <ConfirmDialog
      title={t.topicDeletion.title(topic)}
      action={t.topicDeletion.action}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t.topicDeletion.explanation(count)}</p>
    </ConfirmDialog>
  )
}
