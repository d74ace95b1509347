import { useSignal } from '@preact/signals'
import { useApp } from '../../context/app'
import type { Conversation } from '../../data/records/conversation'
import { writingCollections, writingRefusal } from '../../data/send/permissions'
import * as t from '../../texts/catalog'
import { placeName } from '../../parts/compose/place-name'
import { useNewCall } from '../../parts/compose/use-new-call'
import { useWriting, whenWriting } from '../../parts/compose/use-writing'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { IconButton } from '../../ui/icon-button/icon-button'

/**
 * Starts a video call in a conversation: sends the link there and opens the call. Absent if the organization has no
 * calls, or if the reader may not write here.
 */
export const CallTool = whenWriting(({ conversation }: { conversation: Conversation }) => {
  const { store } = useApp()
  const { outbox } = useWriting()
  const newCall = useNewCall()
  const isAsking = useSignal(false)
  for (const collection of writingCollections) store.read(collection)
  if (!newCall || writingRefusal(store.state, conversation)) return null

  // The browser opens a tab only within the click, so nothing is awaited before.
  function start({ address, invitation }: ReturnType<NonNullable<typeof newCall>>): void {
    open(address, '_blank', 'noopener')
    outbox.post(conversation, invitation)
  }

  return (
    <>
      <IconButton icon="video" label={t.calls.start} onClick={() => (isAsking.value = true)} />
      {isAsking.value && (
        <ConfirmDialog
          title={t.calls.startHere}
          action={t.calls.start}
          onConfirm={() => {
            start(newCall())
            return Promise.resolve()
          }}
          onClose={() => (isAsking.value = false)}
        >
          <p>{t.calls.explanation(placeName(store, conversation))}</p>
        </ConfirmDialog>
      )}
    </>
  )
})
