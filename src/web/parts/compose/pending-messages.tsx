import type { ComponentChildren } from 'preact'
import type { Narrow } from '../../data/narrow/narrow'
import type { Conversation } from '../../data/records/conversation'
import type { PendingMessage } from '../../data/send/outbox'
import { EchoRow } from '../message/echo-row'
import { useWriting, whenWriting } from './use-writing'

interface PendingMessagesProps {
  narrow: Narrow
  /** Draws the destination of a message, for feeds of several conversations. */
  leadOf?: ((conversation: Conversation) => ComponentChildren) | undefined
}

/** Sent messages that have not arrived as events yet, below the newest message. */
export const PendingMessages = whenWriting(({ narrow, leadOf }: PendingMessagesProps) => {
  const { outbox } = useWriting()
  return (
    <>
      {outbox.in(narrow).map((message, index) => (
        <PendingRow key={message.key} message={message} isCompact={!leadOf && index > 0}>
          {leadOf?.(message.conversation)}
        </PendingRow>
      ))}
    </>
  )
})

interface PendingRowProps {
  message: PendingMessage
  isCompact: boolean
  children: ComponentChildren
}

function PendingRow({ message, isCompact, children }: PendingRowProps) {
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
    >
      {children}
    </EchoRow>
  )
}
