import { conversationOf } from '../../narrow/narrow'
import type { Narrow } from '../../narrow/narrow'
import type { PendingMessage } from '../../send/outbox'
import { EchoRow } from '../message/echo-row'
import { useWriting, whenWriting } from './use-writing'

/** What was sent to a conversation and has not come yet, below its messages. */
export const PendingMessages = whenWriting(({ narrow }: { narrow: Narrow }) => {
  const { outbox } = useWriting()
  const conversation = conversationOf(narrow)
  if (!conversation) return null
  return (
    <>
      {outbox.of(conversation).value.map((message, index) => (
        <PendingRow key={message.key} message={message} isCompact={index > 0} />
      ))}
    </>
  )
})

function PendingRow({ message, isCompact }: { message: PendingMessage; isCompact: boolean }) {
  const { outbox, compose } = useWriting()
  const { key, content, timestamp, status, refusal } = message
  return (
    <EchoRow
      text={content}
      timestamp={Math.floor(timestamp)}
      status={status === 'sent' ? 'sending' : status}
      refusal={refusal}
      isCompact={isCompact}
      onRetry={() => {
        outbox.retry(key)
      }}
      onEdit={() => {
        const taken = outbox.takeOut(key)
        if (taken) compose.open(taken.conversation, taken.content)
      }}
      onDiscard={() => {
        outbox.takeOut(key)
      }}
    />
  )
}
