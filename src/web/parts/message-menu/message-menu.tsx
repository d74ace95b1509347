import { isResolvedTopic } from '../../../shared/rules/topics'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { editMarkOf } from '../../data/messages/edit-mark'
import type { Message } from '../../data/records/message'
import { isWidget, mayEdit } from '../../data/messages/may-edit'
import { mayDelete, mayMove, mayResolve } from '../../data/messages/permissions'
import { copyMessage } from './copy-message'
import { forwardMessage, quoteMessage } from './quoting'
import { MenuItem, MenuPopover, MenuRule } from '../../ui/menu/menu'

interface MessageMenuProps {
  message: Message
  anchor: HTMLElement
  onClose: () => void
}

/** All actions for a message. */
export function MessageMenu({ message, anchor, onClose }: MessageMenuProps) {
  const app = useApp()
  const { actions, overlays, store } = app
  const texts = t.messageActions
  const now = Date.now() / 1000
  const rules = store.state
  const hasHistory = message.edit_history !== undefined || editMarkOf(message) !== undefined
  const isArchived = store.stream(message.stream_id ?? 0)?.is_archived === true
  const show = (
    kind:
      | 'reaction'
      | 'remind'
      | 'history'
      | 'receipts'
      | 'move'
      | 'delete'
      | 'source'
      | 'report'
      | 'trace',
  ) =>
    kind === 'reaction' || kind === 'remind'
      ? overlays.show({ kind, messageId: message.id, anchor })
      : overlays.show({ kind, messageId: message.id })

  return (
    <MenuPopover label={texts.more} anchor={anchor} align="end" onClose={onClose}>
      <MenuItem icon="smile-plus" keyName="react" onChoose={() => show('reaction')}>
        {texts.react}
      </MenuItem>
      {!isArchived && (
        <>
          <MenuItem icon="reply" keyName="reply" onChoose={() => actions.reply(message)}>
            {texts.reply}
          </MenuItem>
          <MenuItem icon="quote" keyName="quote" onChoose={() => void quoteMessage(app, message)}>
            {texts.quote}
          </MenuItem>
        </>
      )}
      {!isWidget(message) && (
        <MenuItem icon="forward" onChoose={() => void forwardMessage(app, message)}>
          {t.passingOn.forward}
        </MenuItem>
      )}
      {mayEdit(message, rules, now) && (
        <MenuItem
          icon="pencil"
          keyName="edit"
          onChoose={() => (actions.editing.value = message.id)}
        >
          {texts.edit}
        </MenuItem>
      )}
      {mayMove(message, rules, now) && (
        <MenuItem icon="move-elsewhere" keyName="move" onChoose={() => show('move')}>
          {texts.move}
        </MenuItem>
      )}
      <MenuRule />
      <MenuItem icon="star" keyName="star" onChoose={() => void actions.toggleStar(message)}>
        {message.flags.includes('starred') ? texts.unstar : texts.star}
      </MenuItem>
      <MenuItem
        icon="mail-open"
        keyName="unreadFromHere"
        onChoose={() => void actions.markUnreadFrom(message)}
      >
        {texts.unread}
      </MenuItem>
      <MenuItem icon="bell" onChoose={() => show('remind')}>
        {t.later.remindMe}
      </MenuItem>
      {mayResolve(message, rules) && (
        <MenuItem icon="circle-check" onChoose={() => void actions.toggleResolved(message)}>
          {isResolvedTopic(message.subject) ? texts.unresolve : texts.resolve}
        </MenuItem>
      )}
      <MenuRule />
      <MenuItem icon="link" onChoose={() => void actions.copyLink(message)}>
        {texts.copyLink}
      </MenuItem>
      <MenuItem icon="copy" onChoose={() => void copyMessage(app, message)}>
        {t.passingOn.copyText}
      </MenuItem>
      {!isWidget(message) && (
        <MenuItem icon="code" onChoose={() => show('source')}>
          {texts.source}
        </MenuItem>
      )}
      {hasHistory && rules['realm_allow_edit_history'] && (
        <MenuItem icon="history" onChoose={() => show('history')}>
          {texts.history}
        </MenuItem>
      )}
      {rules['realm_enable_read_receipts'] && (
        <MenuItem icon="eye" onChoose={() => show('receipts')}>
          {texts.receipts}
        </MenuItem>
      )}
      {rules.is_admin && (
        <MenuItem icon="circle-help" onChoose={() => show('trace')}>
          {t.trace.action}
        </MenuItem>
      )}
      {rules.realm_moderation_request_channel_id > 0 && message.sender_id !== rules.user_id && (
        <MenuItem icon="flag" onChoose={() => show('report')}>
          {t.reporting.open}
        </MenuItem>
      )}
      {mayDelete(message, rules, now) && (
        <>
          <MenuRule />
          <MenuItem icon="trash-2" isDangerous onChoose={() => show('delete')}>
            {texts.delete}
          </MenuItem>
        </>
      )}
    </MenuPopover>
  )
}
