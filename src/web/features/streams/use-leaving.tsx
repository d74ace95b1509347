import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import type { Stream } from '../../data/records/state'

interface Leaving {
  /** Unsubscribes; asks for confirmation if one of the streams is private and could not be joined again. */
  leave: (streams: readonly Stream[]) => void
  /** The confirmation dialog while it is open. */
  question: ComponentChildren
}

export function useLeaving(): Leaving {
  const { toasts } = useApp()
  const asked = useSignal<readonly Stream[]>([])

  async function leaveNow(streams: readonly Stream[]): Promise<void> {
    const names = streams.map(({ name }) => name)
    await call('DELETE /users/me/subscriptions', { subscriptions: names })
  }

  return {
    leave(streams) {
      if (streams.length === 0) return
      if (streams.some((stream) => stream.invite_only)) asked.value = streams
      else {
        leaveNow(streams).catch((error: unknown) => toasts.fail(t.streamMenu.failed, error))
      }
    },
    question: asked.value.length > 0 && (
      <Question
        streams={asked.value.filter((stream) => stream.invite_only)}
        onConfirm={() => leaveNow(asked.value)}
        onClose={() => (asked.value = [])}
      />
    ),
  }
}

interface QuestionProps {
  /** The private streams, which cannot be joined again. */
  streams: readonly Stream[]
  onConfirm: () => Promise<void>
  onClose: () => void
}

function Question({ streams, onConfirm, onClose }: QuestionProps) {
  const [first, ...others] = streams
  const isOne = first && others.length === 0
  return (
    <ConfirmDialog
      title={isOne ? t.streamMenu.leaveTitle(first.name) : t.streamList.leaveTitle(streams.length)}
      action={t.streamMenu.leave}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {isOne
          ? t.streamMenu.leaveWarning
          : t.streamList.leaveWarning(streams.map(({ name }) => name).join(', '))}
      </p>
    </ConfirmDialog>
  )
}
