import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { isSameName } from '../../../shared/rules/letter-case'
import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import * as t from '../../texts/catalog'
import { RestoreDialog } from './restore-dialog'
import type { ArchivedStream } from './restore-dialog'

/** Restores archived streams; asks for another name if a live stream has taken the old one. */
export function useRestoring(): {
  restore: (stream: ArchivedStream) => void
  /** The open dialog; render it. */
  question: ComponentChildren
} {
  const { store, toasts } = useApp()
  const renaming = useSignal<ArchivedStream | undefined>(undefined)

  async function bringBack({ stream_id: id, name }: ArchivedStream): Promise<void> {
    try {
      await call('PATCH /streams/{stream_id}', { stream_id: id, is_archived: false })
      toasts.say(t.streamList.restored(name))
    } catch (error) {
      toasts.fail(t.streamList.notRestored(name), error)
    }
  }

  return {
    restore(stream) {
      const isTaken = store.state.streams.some(({ name }) => isSameName(name, stream.name))
      if (isTaken) renaming.value = stream
      else void bringBack(stream)
    },
    question: renaming.value && (
      <RestoreDialog stream={renaming.value} onClose={() => (renaming.value = undefined)} />
    ),
  }
}
