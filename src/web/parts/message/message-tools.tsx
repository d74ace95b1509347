import { useComputed } from '@preact/signals'
import { useApp } from '../../app'
import * as t from '../../i18n/en'
import type { Message } from '../../messages/message'
import { mayEdit } from '../../messages/permissions'
import { Icon } from '../icon/icon'
import type { IconName } from '../icon/names'
import styles from './message-row.module.css'

interface MessageToolsProps {
  message: Message
  /** Tab goes on from the message into its buttons. */
  isCurrent: boolean
}

/** Buttons over the corner of a message, seen while it is pointed at or has the focus: nothing makes room for them. */
export function MessageTools({ message, isCurrent }: MessageToolsProps) {
  const { actions, overlays, store } = useApp()
  const shown = useComputed(() => {
    const open = overlays.open.value
    return open && 'messageId' in open && open.messageId === message.id ? open.kind : undefined
  })
  const show = (kind: 'actions' | 'reaction') => (event: MouseEvent) =>
    overlays.show({ kind, messageId: message.id, anchor: event.currentTarget as HTMLElement })
  const common = { isTabbable: isCurrent }

  return (
    <div class={styles['tools']} role="group" aria-label={t.messageActions.toolbar}>
      <Tool
        {...common}
        icon="smile-plus"
        label={t.messageActions.react}
        popup="dialog"
        isOpen={shown.value === 'reaction'}
        onClick={show('reaction')}
      />
      <Tool
        {...common}
        icon="reply"
        label={t.messageActions.reply}
        onClick={() => actions.reply(message)}
      />
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
  popup?: 'menu' | 'dialog'
  isOpen?: boolean
  onClick: (event: MouseEvent) => void
}

function Tool({ icon, label, isTabbable, popup, isOpen = false, onClick }: ToolProps) {
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
      <Icon name={icon} />
    </button>
  )
}
