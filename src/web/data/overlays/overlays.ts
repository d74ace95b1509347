import { signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'

/** A menu or dialog over the page for one message or user, the switcher or the tour; only one is open at a time. */
type Overlay =
  | { kind: 'actions' | 'reaction' | 'remind'; messageId: number; anchor: HTMLElement }
  | {
      kind: 'history' | 'receipts' | 'delete' | 'source' | 'report' | 'remindAt' | 'trace'
      messageId: number
    }
  /** `isWholeTopic`: opened for the topic of the message instead of the message. */
  | { kind: 'move'; messageId: number; isWholeTopic?: boolean }
  | { kind: 'picture'; messageId: number; address: string }
  | { kind: 'person'; userId: number; anchor: HTMLElement }
  | { kind: 'profile'; userId: number }
  | { kind: 'switcher' }
  | { kind: 'status' }
  | { kind: 'tour' }

export interface Overlays {
  readonly open: ReadonlySignal<Overlay | undefined>
  show(overlay: Overlay): void
  close(): void
}

export function createOverlays(): Overlays {
  const open = signal<Overlay | undefined>(undefined)
  return {
    open,
    show(overlay) {
      open.value = overlay
    },
    close() {
      open.value = undefined
    },
  }
}
