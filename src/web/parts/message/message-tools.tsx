import { useComputed } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/records/message'
import { mayEdit } from '../../data/messages/may-edit'
import { Icon } from '../../ui/icon/icon'
import type { IconName } from '../../lib/icon-names'
import styles from './message-row.module.css'

interface MessageToolsProps {
  message: Message
  /** Whether Tab moves from the message to its buttons. */
  isCurrent: boolean
  isPointedAt: ReadonlySignal<boolean>
}

/** Without hover, the tools are always visible. */
const pointers = matchMedia('(hover: hover)')

/**
 * Buttons over the corner of a message, visible on hover and focus; they take no space in the layout. Their icons are
 * rendered only while visible: the icons of all rows were a tenth of the page.
 */
export function MessageTools({ message, isCurrent, isPointedAt }: MessageToolsProps) {
  const { actions, overlays, store } = useApp()
  const shown = useComputed(() => {
    const open = overlays.open.value
    return open && 'messageId' in open && open.messageId === message.id ? open.kind : undefined
  })
  const show = (kind: 'actions' | 'reaction') => (event: MouseEvent) =>
    overlays.show({ kind, messageId: message.id, anchor: event.currentTarget as HTMLElement })
  const isOpen = shown.value !== undefined
  const isSeen = isPointedAt.value || isCurrent || isOpen || !pointers.matches
  const isArchived = store.stream(message.stream_id ?? 0)?.is_archived === true
  const common = { isTabbable: isCurrent, isSeen }

  return (
    <div
      class={styles['tools']}
      role="group"
      aria-label={t.messageActions.toolbar}
      data-is-open={isOpen || undefined}
      data-is-current={isCurrent || undefined}
    >
      <Tool
        {...common}
        icon="smile-plus"
        label={t.messageActions.react}
        popup="dialog"
        isOpen={shown.value === 'reaction'}
        onClick={show('reaction')}
      />
      {!isArchived && (
        <Tool
          {...common}
          icon="reply"
          label={t.messageActions.reply}
          onClick={() => actions.reply(message)}
        />
      )}
      {mayEdit(message, store.state, Date.now() / 1000) && (
        <Tool
          {...common}
          icon="pencil"
          label={t.messageActions.edit}
          onClick={() => (actions.editing.value = message.id)}
        />
      )}
      <Tool
        {...common}
        icon="ellipsis-vertical"
        label={t.messageActions.more}
        popup="menu"
        isOpen={shown.value === 'actions'}
        onClick={show('actions')}
      />
    </div>
  )
}

interface ToolProps {
  icon: IconName
  label: string
  isTabbable: boolean
  isSeen: boolean
  popup?: 'menu' | 'dialog'
  isOpen?: boolean
  onClick: (event: MouseEvent) => void
}

function Tool({ icon, label, isTabbable, isSeen, popup, isOpen = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      tabIndex={isTabbable ? 0 : -1}
      {...(popup ? { 'aria-haspopup': popup, 'aria-expanded': isOpen } : {})}
      onClick={onClick}
    >
      {isSeen && <Icon name={icon} />}
    </button>
  )
}
